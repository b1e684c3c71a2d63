import { MessageSquarePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { isComposing } from '../../ui/composing.ts';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusWhenShown } from '../reveal-card.ts';
import { isSending } from '../store/card-kind.ts';
import type { PlanIntents } from './plan-card-kind.ts';
import { isNoteOpen, noteAt, type NotePlace, type PlanCardState } from './plan-card-state.ts';

/** The marks by which the fields and buttons of notes are found in their card. */
const noteFieldMark = (at: NotePlace) => ({ 'data-note-field': at ?? 'whole' });
export const noteButtonMark = (at: NotePlace) => ({ 'data-note-button': at ?? 'whole' });

type NoteFieldProps = {
  card: PlanCardState;
  intents: PlanIntents;
  block: { at: NotePlace; heading: string; quote: string };
  name: string;
  /** Stands in the margin of the plan where there is room. */
  inMargin?: boolean;
};

/** A note on a plan, as it is being written. */
export function NoteField({ card, intents, block, name, inMargin = false }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { at } = block;
  const text = noteAt(card, at)?.text ?? '';

  function remove(): void {
    intents.removeNote(at);
    focusNoteButton(field.current, at);
  }

  return (
    <div className={`my-2 flex items-start gap-1 ${inMargin ? 'plan-note' : ''}`}>
      <GrowingTextField
        ref={field}
        {...noteFieldMark(at)}
        aria-label={name}
        className="max-h-60 text-body"
        placeholder="What should be different?"
        readOnly={isSending(card)}
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
        aria-disabled={isSending(card)}
        onClick={remove}
      />
    </div>
  );
}

const whole = { at: null, heading: '', quote: '' };

/** A note on the whole plan: a button, and in its place the field once it was pressed. */
export function WholeNote({ card, intents }: { card: PlanCardState; intents: PlanIntents }) {
  if (isNoteOpen(card, null))
    return <NoteField {...{ card, intents }} block={whole} name="Note on the whole plan" />;
  return (
    <button
      type="button"
      {...noteButtonMark(null)}
      aria-disabled={isSending(card)}
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

/** Takes the focus to the field of a note, once it is there. */
export function focusNoteField(from: Element | null, at: NotePlace): void {
  focusIn(from, `[data-note-field="${at ?? 'whole'}"]`);
}

/** Takes the focus to what opens a note, where that is to be seen, once it is there. */
function focusNoteButton(from: Element | null, at: NotePlace): void {
  focusIn(from, `[data-note-button="${at ?? 'whole'}"]`);
}

function focusIn(from: Element | null, selector: string): void {
  const card = from?.closest('section') ?? null;
  // What was opened is there, and has the focus, before the next key is pressed.
  flushSync(() => undefined);
  focusWhenShown(() => card?.querySelector<HTMLElement>(selector) ?? null);
}
