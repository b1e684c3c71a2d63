import { structuredPatch } from 'diff';
import type { FileDiff } from '../../../shared/resolve/preview.ts';
import type { StagedFile } from '../../storage/action-store.ts';

/** How long comparing may take; beyond it the whole file counts as replaced. In milliseconds. */
const longestComparing = 2_000;

/** What a person sees of a staged file: its changed lines with three lines around. */
export function fileDiff({ path, before, after }: StagedFile): FileDiff {
  const [old, now] = [before ?? '', after ?? ''];
  const options = { context: 3, timeout: longestComparing };
  const patch = structuredPatch(path, path, old, now, undefined, undefined, options);
  const hunks = patch?.hunks ?? wholeReplaced(path, old, now);
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  return { path, change, hunks };
}

function wholeReplaced(path: string, old: string, now: string): FileDiff['hunks'] {
  const removed = structuredPatch(path, path, old, '').hunks;
  const added = structuredPatch(path, path, '', now).hunks;
  return [...removed, ...added];
}
