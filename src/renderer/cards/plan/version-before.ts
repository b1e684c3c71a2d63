import { applyPatch, reversePatch } from 'diff';
import type { Hunk } from '../../../shared/previews/preview.ts';

/** Returns the text that a diff began with, by the one it led to; null where the diff is none of that text. */
export function versionBefore(after: string, hunks: readonly Hunk[]): string | null {
  const patch = {
    hunks: hunks.map((hunk) => ({ ...hunk })),
    oldFileName: '',
    newFileName: '',
    oldHeader: undefined,
    newHeader: undefined,
  };
  const before = applyPatch(after, reversePatch(patch), { autoConvertLineEndings: false });
  return before === false ? null : before;
}
