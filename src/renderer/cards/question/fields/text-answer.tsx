import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { GrowingTextField } from '../../../ui/text-input.tsx';
import { onPlainEnter } from '../keys/card-keys.ts';
import type { CardIntents } from '../state/card-intents.ts';

type TextAnswerProps = {
  promptId: string;
  question: Question;
  entry: QuestionDraft;
  busy: boolean;
  intents: CardIntents;
  onGoOn(): void;
};

/** A question answered in words. */
export function TextAnswer({ promptId, question, entry, busy, intents, onGoOn }: TextAnswerProps) {
  return (
    <GrowingTextField
      aria-label="Answer"
      aria-describedby={promptId}
      className={`min-h-16 max-h-80 ${entry.otherChosen ? '' : 'text-secondary'}`}
      placeholder={question.placeholder ?? 'Enter your response'}
      readOnly={busy}
      value={entry.other}
      onChange={(event) => intents.typeAnswer(question, event.target.value)}
      onKeyDown={onPlainEnter(onGoOn)}
    />
  );
}
