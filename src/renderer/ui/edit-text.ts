import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Replaces what stands from `start` to `end` by `inserted`; positions in UTF-16 units. */
type TextEdit = { start: number; end: number; inserted: string };

type TextControl = HTMLTextAreaElement | HTMLInputElement;

/** Returns the shortest edit that turns one text into another, without splitting a surrogate pair. */
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
 * Makes an edit as typing would: the field's undo takes it back, and an `input` event is sent. A field without
 * the focus gets the text with a new history.
 */
export function editText(field: TextControl, { start, end, inserted }: TextEdit): void {
  const text = field.value.slice(0, start) + inserted + field.value.slice(end);
  if (document.activeElement === field) {
    field.setSelectionRange(start, end);
    insertUndoably(inserted);
  }
  if (field.value !== text) setText(field, text);
}

function setText(field: TextControl, text: string): void {
  field.value = text;
}

// `execCommand` is deprecated, and still the only way to add to a browser's undo.
function insertUndoably(text: string): boolean {
  if (text === '') return document.execCommand('delete');
  if (!text.includes('\n')) return document.execCommand('insertText', false, text);
  // As HTML: a thousand lines take Chromium's `insertText` three seconds, and this some milliseconds.
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return document.execCommand('insertHTML', false, escaped);
}

/**
 * Keeps an uncontrolled field in step with a text that also changes without typing. Each such change can be
 * undone in the field and keeps the caret between the same words; React's `value` would clear the field's history
 * each time. What comes before `hasBegun` is where the history begins.
 */
export function useTextOfField(field: RefObject<TextControl | null>, text: string, hasBegun: boolean): void {
  const begun = useRef(false);
  useLayoutEffect(() => {
    const { current } = field;
    const begins = !begun.current;
    begun.current = hasBegun;
    // A field normalises line ends.
    const wanted = text.replace(/\r\n?/g, '\n');
    if (current === null || current.value === wanted) return;
    if (begins && current.value === '') return setText(current, wanted);
    const edit = editBetween(current.value, wanted);
    const { selectionStart, selectionEnd } = current;
    editText(current, edit);
    current.setSelectionRange(moved(selectionStart ?? 0, edit), moved(selectionEnd ?? 0, edit));
  }, [field, text, hasBegun]);
}

/** Returns a position after an edit: kept from the end of the text where it stood behind the edit. */
function moved(at: number, { start, end, inserted }: TextEdit): number {
  if (at < start) return at;
  return at >= end ? at - end + start + inserted.length : start + inserted.length;
}
