import { useEffect, useRef } from 'react';
import { MessageSquarePlus } from 'lucide-react';
import type {
  PickedQuestion,
  Question,
  QuestionDraft,
  QuestionKind,
} from '../../../shared/questions/questions.ts';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';
import { onPlainEnter } from './question-keys.ts';
import type { QuestionIntents } from './question-card-kind.ts';
import { Button } from '../../ui/button.tsx';

/** The label of Other, and its accessible name. */
export const otherLabel = 'Other: write your own answer';

type OtherFieldProps = {
  question: PickedQuestion;
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

type NoteFieldProps = {
  question: Question;
  entry: QuestionDraft;
  open: boolean;
  busy: boolean;
  intents: QuestionIntents;
  onEnter(): void;
};

const underOptions = { button: 'ps-8.5', field: 'ps-11' };
const underField = { button: 'ps-1.5', field: 'ps-4' };

/** A note begins where the labels of the options do, or the field of a text. */
const noteInsets: Record<QuestionKind, typeof underField> = {
  choice: underOptions,
  yesno: underOptions,
  text: underField,
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

  const inset = noteInsets[question.kind];
  if (!open) {
    return (
      <div className={`pt-1 pb-2 ${inset.button}`}>
        <Button look="quiet" aria-disabled={busy} onClick={add}>
          <MessageSquarePlus aria-hidden />
          Add a note
        </Button>
      </div>
    );
  }
  return (
    <div className={`pt-1 pe-4 pb-4 ${inset.field}`}>
      <Field label="Note">
        {(id) => (
          <GrowingTextField
            ref={field}
            id={id}
            className="max-h-60"
            placeholder="Goes with your answer"
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
