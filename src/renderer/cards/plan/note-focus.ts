import { flushSync } from 'react-dom';
import { focusWhenShown } from '../focus-when-shown.ts';
import type { NotePlace } from './plan-card-state.ts';

/** The marks by which the fields and buttons of notes are found in their card. */
export const noteFieldMark = (at: NotePlace) => ({ 'data-note-field': at ?? 'whole' });
export const noteButtonMark = (at: NotePlace) => ({ 'data-note-button': at ?? 'whole' });

/** Takes the focus to the field of a note, once it is there. */
export function focusNoteField(from: Element | null, at: NotePlace): void {
  focusIn(from, `[data-note-field="${at ?? 'whole'}"]`);
}

/** Takes the focus to what opens a note, where that is to be seen, once it is there. */
export function focusNoteButton(from: Element | null, at: NotePlace): void {
  focusIn(from, `[data-note-button="${at ?? 'whole'}"]`);
}

function focusIn(from: Element | null, selector: string): void {
  const card = from?.closest('section') ?? null;
  // What was opened is there, and has the focus, before the next key is pressed.
  flushSync(() => undefined);
  focusWhenShown(() => card?.querySelector<HTMLElement>(selector) ?? null);
}
