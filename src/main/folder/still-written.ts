import type { StagedFile } from '../storage/action-store.ts';
import { currentText } from './current-text.ts';
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

async function isStillWritten(folder: KnownFolder, { path, after }: StagedFile): Promise<boolean> {
  try {
    const place = await editablePlace(folder, path, new AbortController().signal);
    return place.shown === path && (await currentText(place.path, path)) === after;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
