import { applyPatch } from 'diff';
import type { Hunk } from './preview.ts';

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
