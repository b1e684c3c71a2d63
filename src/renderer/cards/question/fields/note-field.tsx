import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, GrowingTextField } from '../../../ui/text-input.tsx';
import type { QuestionIntents } from '../question-card-kind.ts';
import { onPlainEnter } from '../keys/card-keys.ts';

type NoteFieldProps = {
  question: Question;
  entry: QuestionDraft;
  open: boolean;
  busy: boolean;
  intents: QuestionIntents;
  onEnter(): void;
};

/** A remark beside the answer: a button, and in its place the field once it was pressed. */
export function NoteField({ question, entry, open, busy, intents, onEnter }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const pending = useRef(false);

  useEffect(() => {
    if (!open || !pending.current) return;
    pending.current = false;
    field.current?.focus({ preventScroll: true });
  }, [open]);

  function add() {
    pending.current = true;
    intents.addNote(question);
  }

  const asText = question.kind === 'text';
  if (!open) {
    return (
      <div className={`pt-1 pb-2 ${asText ? 'ps-1.5' : 'ps-8.5'}`}>
        <Button look="quiet" aria-disabled={busy} onClick={add}>
          <MessageSquarePlus aria-hidden />
          Add a note
        </Button>
      </div>
    );
  }
  return (
    <div className={`pt-1 pe-4 pb-4 ${asText ? 'ps-4' : 'ps-11'}`}>
      <Field label="Note">
        {(id) => (
          <GrowingTextField
            ref={field}
            id={id}
            className="max-h-60"
            placeholder="Said together with your answer"
            readOnly={busy}
            value={entry.note}
            onChange={(event) => intents.typeNote(question, event.target.value)}
            onKeyDown={onPlainEnter(onEnter)}
          />
        )}
      </Field>
    </div>
  );
}
