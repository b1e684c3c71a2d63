import { changedHunks } from '../../shared/previews/text-diff.ts';
import { hunkHeading } from './hunk-heading.ts';
import type { FileDiff } from '../../shared/previews/preview.ts';
import type { StagedFile } from '../storage/action-store.ts';

type FileToShow = Pick<StagedFile, 'path' | 'before' | 'after' | 'marks'>;

/**
 * Returns the diff of a staged file for a person: its changed lines with three lines around, and what each run of
 * them lies in.
 */
export function fileDiff({ path, before, after, marks }: FileToShow): FileDiff {
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  const lines = before?.split('\n') ?? [];
  const hunks = changedHunks(before ?? '', after ?? '').map((hunk) => {
    const heading = change === 'changed' ? hunkHeading(path, lines, hunk) : undefined;
    return heading === undefined ? hunk : { ...hunk, heading };
  });
  return { path, change, hunks, ...(marks && { marks }) };
}
