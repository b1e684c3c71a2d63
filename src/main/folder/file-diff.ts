import { changedHunks } from '../../shared/previews/changed-hunks.ts';
import type { FileDiff } from '../../shared/previews/preview.ts';
import type { StagedFile } from '../storage/action-store.ts';

/** What a person sees of a staged file: its changed lines with three lines around. */
export function fileDiff({ path, before, after }: Pick<StagedFile, 'path' | 'before' | 'after'>): FileDiff {
  const change = before === null ? 'created' : after === null ? 'deleted' : 'changed';
  return { path, change, hunks: changedHunks(before ?? '', after ?? '') };
}
