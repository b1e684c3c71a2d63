import { MessageSquarePlus } from 'lucide-react';
import { NoteField } from './note-field.tsx';
import { focusNoteField, noteButtonMark } from './note-focus.ts';
import { isNoteOpen, type PlanCardState } from './plan-card-state.ts';
import type { PlanIntents } from './plan-intents.ts';

const whole = { at: null, heading: '', quote: '' };

/** A note on the whole plan: a button, and in its place the field once it was pressed. */
export function WholeNote({ card, intents }: { card: PlanCardState; intents: PlanIntents }) {
  if (isNoteOpen(card, null))
    return <NoteField {...{ card, intents }} block={whole} name="Note on the whole plan" />;
  return (
    <button
      type="button"
      {...noteButtonMark(null)}
      aria-disabled={card.sending}
      className="hit -ms-2 inline-flex items-center gap-1.5 rounded-control px-2 text-second text-secondary hover:text-ink"
      onClick={(event) => {
        intents.openNote(null);
        focusNoteField(event.currentTarget, null);
      }}
    >
      <MessageSquarePlus aria-hidden className="size-4" />
      Add a note on the whole plan
    </button>
  );
}
