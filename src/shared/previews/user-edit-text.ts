import { FILE_HEADERS_ONLY, formatPatch } from 'diff';
import { changedHunks } from './changed-hunks.ts';

/** A text as it was proposed, and as the person left it. */
export type UserEdit = { path: string; before: string; after: string };

/** Returns the text for a model about the person's edit of one text: a unified diff under a heading. */
export function userEditText(before: string, after: string, path: string): string {
  return userEditsText([{ path, before, after }]);
}

/** The same for several texts; of those that are `kept` from the model it reads the names alone. */
export function userEditsText(edits: readonly UserEdit[], kept: readonly string[] = []): string {
  const names = kept.map((path) => `${path} (not shown, for it may hold secrets)`);
  const diff = edits.length === 0 ? [] : [unifiedDiff(edits)];
  return ['The user edited it before applying:', ...diff, ...names].join('\n');
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
