import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The text `inserted` in place of what stands from `start` to `end`, in UTF-16 units. */
type TextEdit = { start: number; end: number; inserted: string };

type TextControl = HTMLTextAreaElement | HTMLInputElement;

/** Returns the shortest edit that makes one text of another; it cuts no character of two units in half. */
export function editBetween(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  if (isHigh(before, start - 1)) start -= 1;
  let rest = 0;
  while (rest < shorter - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1;
  if (isLow(before, before.length - rest)) rest -= 1;
  return { start, end: before.length - rest, inserted: after.slice(start, after.length - rest) };
}

function isHigh(text: string, index: number): boolean {
  return /^[\ud800-\udbff]/.test(text[index] ?? '');
}

function isLow(text: string, index: number): boolean {
  return /^[\udc00-\udfff]/.test(text[index] ?? '');
}

/**
 * Makes an edit as typing would: the field's own undo takes it back, and its `input` event tells of it. A field without
 * the focus gets the text all the same, and begins a new history with it.
 */
export function editText(field: TextControl, { start, end, inserted }: TextEdit): void {
  const text = field.value.slice(0, start) + inserted + field.value.slice(end);
  if (document.activeElement === field) {
    field.setSelectionRange(start, end);
    insertUndoably(inserted);
  }
  if (field.value !== text) setText(field, text);
}

/** Gives a field a text and a new history. */
function setText(field: TextControl, text: string): void {
  field.value = text;
}

// Deprecated, and still the only way to add to a browser's own undo.
function insertUndoably(text: string): boolean {
  if (text === '') return document.execCommand('delete');
  if (!text.includes('\n')) return document.execCommand('insertText', false, text);
  // A thousand lines take Chromium's `insertText` three seconds, and this some milliseconds.
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return document.execCommand('insertHTML', false, escaped);
}

/**
 * Keeps an uncontrolled field on a text that also changes without typing: each such change can be undone in the field,
 * and leaves the caret where it was between the words. React's `value` would end the field's history with each. What an
 * empty field gets before it `hasBegun` is where its history begins.
 */
export function useTextOfField(field: RefObject<TextControl | null>, text: string, hasBegun: boolean): void {
  const begun = useRef(false);
  useLayoutEffect(() => {
    const { current } = field;
    const begins = !begun.current;
    begun.current = hasBegun;
    // A field has no other line ends.
    const wanted = text.replace(/\r\n?/g, '\n');
    if (current === null || current.value === wanted) return;
    if (begins && current.value === '') return setText(current, wanted);
    const edit = editBetween(current.value, wanted);
    const { selectionStart, selectionEnd } = current;
    editText(current, edit);
    current.setSelectionRange(moved(selectionStart ?? 0, edit), moved(selectionEnd ?? 0, edit));
  }, [field, text, hasBegun]);
}

/** Returns where a place in the text is after an edit: as far from the end where it stood behind it. */
function moved(at: number, { start, end, inserted }: TextEdit): number {
  if (at < start) return at;
  return at >= end ? at - end + start + inserted.length : start + inserted.length;
}
