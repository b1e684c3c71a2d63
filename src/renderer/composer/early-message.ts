/** The text of the early field, which the page has before its scripts; `sent` if Enter was pressed there. */
type EarlyMessage = { text: string; sent: boolean };

const earlyField = () => document.querySelector<HTMLTextAreaElement>('#early-composer textarea');

/**
 * Replaces the early field by the real one: its text goes behind what that one holds, with focus and selection. A
 * field that `takesCaret` gets the focus even if nothing was typed. Returns what was entered, null for nothing.
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

/** Resolves once no input method is composing in the early field; the composition would be lost with it. */
export async function earlyCharacterWritten(): Promise<void> {
  const field = earlyField();
  if (field?.dataset.composing === undefined) return;
  await new Promise((resolve) => field.addEventListener('compositionend', resolve, { once: true }));
}
