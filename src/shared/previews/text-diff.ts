import { applyPatch, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { longHunks } from './long-diff.ts';
import type { Hunk } from './preview.ts';

export const byteOrderMark = '\uFEFF';

/** Every line end of a text: that of Unix, of Windows, also with its `\r` doubled by a bad conversion, of old Macs. */
export const everyLineEnd = /\r+\n|\r|\n/g;

/** A text as a text field shows it: every line end is `\n`, and a byte order mark is left out. */
export function asFieldText(text: string): string {
  return withoutMark(text).replace(everyLineEnd, '\n');
}

export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/** Longest time for a comparison, in milliseconds; beyond it the whole text counts as replaced. */
const longestComparing = 2_000;

/** Two texts of more characters than this are compared by what they share. */
const longText = 100_000;

/** The runs of lines in which two texts differ, with three lines around each. */
export function changedHunks(before: string, after: string): Hunk[] {
  const options = { context: 3, timeout: longestComparing };
  const hunks =
    before.length + after.length > longText
      ? longHunks(before, after, { ...options, timeout: longestComparing / 4 })
      : structuredPatch('', '', before, after, undefined, undefined, options)?.hunks;
  return hunks ?? replaced(before, after);
}

function replaced(before: string, after: string): Hunk[] {
  return [...structuredPatch('', '', before, '').hunks, ...structuredPatch('', '', '', after).hunks];
}

/** A text as it was proposed, and as the person left it. */
export type UserEdit = { path: string; before: string; after: string };

/** Returns the text for a model about the person's edit of one text: a unified diff under a heading. */
export function userEditText(before: string, after: string, path: string): string {
  return userEditsText([{ path, before, after }]);
}

/**
 * The same for several texts; of those that are `kept` from the model it reads the names alone. `heading` says
 * what the person did with them.
 */
export function userEditsText(
  edits: readonly UserEdit[],
  kept: readonly string[] = [],
  heading = 'The user edited it before applying:',
): string {
  const names = kept.map((path) => `${path} (not shown, for it may hold secrets)`);
  const diff = edits.length === 0 ? [] : [unifiedDiff(edits)];
  return [heading, ...diff, ...names].join('\n');
}

/** Returns the person's changes as one unified diff; a text that is as it was proposed is left out. */
export function unifiedDiff(edits: readonly UserEdit[]): string {
  const patches = edits
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => ({
      oldFileName: path,
      newFileName: path,
      oldHeader: undefined,
      newHeader: undefined,
      hunks: changedHunks(before, after),
    }));
  return formatPatch(patches, FILE_HEADERS_ONLY).replace(/\n$/, '');
}

/**
 * Returns a text with those changes of a diff that are not among the `dropped`, by their numbers from 0;
 * null where the diff is none of this text.
 */
export function withoutChanges(
  before: string,
  hunks: readonly Hunk[],
  dropped: readonly number[],
): string | null {
  const kept = hunks.filter((_, number) => !dropped.includes(number));
  if (kept.length === 0) return before;
  const patch = { hunks: kept.map((hunk) => ({ ...hunk })), oldFileName: '', newFileName: '' };
  const text = applyPatch(
    before,
    { ...patch, oldHeader: undefined, newHeader: undefined },
    { autoConvertLineEndings: false },
  );
  return text === false ? null : text;
}
