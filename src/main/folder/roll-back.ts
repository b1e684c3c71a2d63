import { shownName } from './workspace-path.ts';
import type { WritableFolder } from './file-content.ts';
import type { StagedFile } from '../storage/action-store.ts';
import { clearPrepared, commitFile, isBefore, prepareFile, removeIfEmpty } from './swap-file.ts';

/** The way back: what was written becomes what was there. */
export function reversed({ before, after, ...file }: StagedFile): StagedFile {
  return { ...file, before: after, after: before };
}

/**
 * Rolls back those of the files that are in their state `after`, the last one first. Returns the names
 * of those that were `written` and could not be rolled back.
 */
export async function rollBack(
  root: WritableFolder,
  files: readonly StagedFile[],
  written: readonly StagedFile[],
): Promise<string[]> {
  const stuck: string[] = [];
  for (const file of files.toReversed()) {
    const isBack = await restore(root, reversed(file));
    if (!isBack && written.includes(file)) stuck.push(shownName(file.path));
  }
  return stuck;
}

async function restore(root: WritableFolder, back: StagedFile): Promise<boolean> {
  try {
    if (back.before !== null && !(await isBefore(root, back))) return false;
    return (await prepareFile(root, back)) && (await commitFile(root, back));
  } catch {
    return false;
  } finally {
    await clearPreparedFiles(root, [back]);
  }
}

/** Removes the folders that were there only for files that are gone again. */
export async function removeEmptiedFolders(
  root: WritableFolder,
  files: readonly StagedFile[],
): Promise<void> {
  const folders = files.flatMap(({ after, folders: own = [] }) => (after === null ? own : []));
  const deepestFirst = [...new Set(folders)].toSorted((a, b) => b.length - a.length);
  for (const path of deepestFirst) await removeIfEmpty(root, path);
}

/** Removes whatever was readied of these files, as far as that is possible. */
export async function clearPreparedFiles(root: WritableFolder, files: readonly StagedFile[]): Promise<void> {
  for (const file of files) await clearPrepared(root, file).catch(() => {});
}
