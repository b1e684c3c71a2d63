import { useEffect, useRef } from 'react';
import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { GrowingTextField } from '../../../ui/text-input.tsx';
import { onPlainEnter } from '../keys/card-keys.ts';
import type { QuestionIntents } from '../question-card-kind.ts';

/** The label of Other, and its accessible name. */
export const otherLabel = 'Other: write your own answer';

type OtherFieldProps = {
  question: Question;
  entry: QuestionDraft;
  busy: boolean;
  intents: QuestionIntents;
  onEnter(): void;
};

/** The text of Other: there while Other is chosen, and as long as something stands in it. */
export function OtherField({ question, entry, busy, intents, onEnter }: OtherFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const wasJustChosen = entry.otherChosen && document.activeElement?.matches('[data-other]');
    if (!wasJustChosen || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [entry.otherChosen]);

  if (!entry.otherChosen && entry.other === '') return null;
  return (
    <div className="ps-11 pe-4 pb-2">
      <GrowingTextField
        ref={field}
        aria-label="Other answer"
        data-other-field
        className={`max-h-80 ${entry.otherChosen ? '' : 'text-secondary'}`}
        placeholder={question.placeholder ?? 'Your own answer'}
        readOnly={busy}
        value={entry.other}
        onChange={(event) => intents.typeAnswer(question, event.target.value)}
        onKeyDown={onPlainEnter(onEnter)}
      />
    </div>
  );
}
