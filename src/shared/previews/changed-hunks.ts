import { structuredPatch } from 'diff';
import type { Hunk } from './preview.ts';

/** Longest time for a comparison, in milliseconds; beyond it the whole text counts as replaced. */
const longestComparing = 2_000;

/** The runs of lines in which two texts differ, with three lines around each. */
export function changedHunks(before: string, after: string): Hunk[] {
  const options = { context: 3, timeout: longestComparing };
  return (
    structuredPatch('', '', before, after, undefined, undefined, options)?.hunks ?? replaced(before, after)
  );
}

function replaced(before: string, after: string): Hunk[] {
  return [...structuredPatch('', '', before, '').hunks, ...structuredPatch('', '', '', after).hunks];
}
