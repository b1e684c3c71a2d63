import { changedHunks } from '../../shared/previews/text-diff.ts';
import type { FileDiff } from '../../shared/previews/preview.ts';
import type { StagedFile } from '../storage/action-store.ts';

type FileToShow = Pick<StagedFile, 'path' | 'before' | 'after' | 'marks'>;

/** Returns the diff of a staged file for a person: its changed lines with three lines around. */
export function fileDiff({ path, before, after, marks }: FileToShow): FileDiff {
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  const hunks = changedHunks(before ?? '', after ?? '');
  return { path, change, hunks, ...(marks && { marks }) };
}
