import type { StagedFile } from '../storage/action-store.ts';
import { contentNow } from './file-content.ts';
import { editablePlace } from './editable-place.ts';
import type { KnownFolder } from './folder-handle.ts';
import { ToolError } from './tool-error.ts';

/** The files of an applied change that are no longer what was written. */
export async function changedSinceWritten(
  folder: KnownFolder,
  files: readonly StagedFile[],
): Promise<string[]> {
  const still = await Promise.all(files.map((file) => isStillWritten(folder, file)));
  return files.filter((_, index) => !still[index]).map(({ path }) => path);
}

async function isStillWritten(folder: KnownFolder, file: StagedFile): Promise<boolean> {
  const { path, after } = file;
  try {
    const place = await editablePlace(folder, path, new AbortController().signal);
    return place.shown === path && (await contentNow(place.path, file)) === after;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
