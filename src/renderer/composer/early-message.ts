/** All that a field holds with what was typed before it was there; `sent` if Enter was pressed after that. */
type EarlyMessage = { text: string; sent: boolean };

const earlyField = () => document.querySelector<HTMLTextAreaElement>('#early-composer textarea');

/**
 * Takes the page's own field away and goes on in another with what was typed there, after what that one holds,
 * with the focus and the selection. A field that `takesCaret` gets the focus also where nothing was typed.
 * Returns what was entered, null for nothing.
 */
export function continueEarlyMessage(
  field: HTMLTextAreaElement,
  held: string,
  takesCaret: boolean,
): EarlyMessage | null {
  const early = earlyField();
  if (early === null) return null;
  const { value: typed, selectionStart, selectionEnd } = early;
  const focused = document.activeElement === early;
  document.getElementById('early-composer')?.remove();
  const before = held === '' || typed === '' ? held : `${held}\n`;
  if (typed !== '') field.value = before + typed;
  if (focused && (typed !== '' || takesCaret)) {
    field.focus();
    field.setSelectionRange(before.length + selectionStart, before.length + selectionEnd);
  }
  return typed === '' ? null : { text: before + typed, sent: early.dataset.sent !== undefined };
}

/** Resolves once no character is being composed in the page's own field, which would be lost with the field. */
export async function earlyCharacterWritten(): Promise<void> {
  const field = earlyField();
  if (field?.dataset.composing === undefined) return;
  await new Promise((resolve) => field.addEventListener('compositionend', resolve, { once: true }));
}
