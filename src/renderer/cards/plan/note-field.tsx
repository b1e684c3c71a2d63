import { X } from 'lucide-react';
import { useRef } from 'react';
import { isComposing } from '../../ui/composing.ts';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusNoteButton, noteFieldMark } from './note-focus.ts';
import { noteAt, type NotePlace, type PlanCardState } from './plan-card-state.ts';
import type { PlanIntents } from './plan-intents.ts';

type NoteFieldProps = {
  card: PlanCardState;
  intents: PlanIntents;
  block: { at: NotePlace; heading: string; quote: string };
  name: string;
};

/** A note on a plan, as it is being written. */
export function NoteField({ card, intents, block, name }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { at } = block;
  const text = noteAt(card, at)?.text ?? '';

  function remove(): void {
    intents.removeNote(at);
    focusNoteButton(field.current, at);
  }

  return (
    <div className="my-2 flex items-start gap-1">
      <GrowingTextField
        ref={field}
        {...noteFieldMark(at)}
        aria-label={name}
        className="max-h-60 text-body"
        placeholder="What should be different?"
        readOnly={card.sending}
        value={text}
        onChange={(event) => intents.typeNote({ ...block, text: event.target.value })}
        onKeyDown={(event) => {
          const isDone =
            event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
          if (!isDone || isComposing(event)) return;
          event.preventDefault();
          if (text.trim() === '') remove();
          else focusNoteButton(field.current, at);
        }}
      />
      <IconButton
        label={`Remove: ${name}`}
        icon={<X aria-hidden />}
        aria-disabled={card.sending}
        onClick={remove}
      />
    </div>
  );
}
