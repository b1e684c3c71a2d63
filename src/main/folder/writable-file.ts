import { join, sep } from 'node:path';
import { belongsToGit } from '../../shared/files/protected-files.ts';
import { locateWritable, type WorkspacePath, shownName } from './workspace-path.ts';
import { ToolError } from './file-content.ts';
import type { ChatFolder } from './chat-folder.ts';
import { access, constants, stat } from 'node:fs/promises';
import type { StagedFile } from '../storage/action-store.ts';
import { errorCode } from '../../shared/thrown-error.ts';

/**
 * Returns the place of a file that an agent may change. Throws a ToolError where it can't be written or is
 * ignored by git.
 */
export async function editableFile(
  folder: ChatFolder,
  path: string,
  signal: AbortSignal,
): Promise<WorkspacePath> {
  const place = await writableFile(folder, path);
  await folder.ignores.refuseIgnored(place, false, signal);
  return place;
}

/**
 * Returns the place where a shown change is written or undone. Throws a ToolError for a path that leads outside,
 * also over a link, and for git's own files. A Windows path is refused elsewhere, where it would name one odd
 * file.
 */
export async function writableFile(folder: ChatFolder, path: string): Promise<WorkspacePath> {
  if (sep === '/' && /\\|^[a-z]:\//i.test(path)) throw new ToolError(windowsPath(path));
  const located = await locateWritable(folder, path);
  if (!located.ok) throw new ToolError(located.error);
  const { shown } = located.resolved;
  const name = shownName(shown);
  if (shown === '')
    throw new ToolError(`${shownName(path)} is a folder, not a text file, so it is left alone.`);
  if (belongsToGit(shown)) throw new ToolError(`${name} belongs to git itself and is left alone.`);
  return located.resolved;
}

function windowsPath(path: string): string {
  return /^([a-z]:|\\)/i.test(path)
    ? `${shownName(path)} leads outside the folder of this chat. Only paths inside it can be used.`
    : `${shownName(path)} can not be used. Write / between folders.`;
}

const anyoneWrites = 0o222;

/**
 * Throws a ToolError for a read-only file: by its mode bits, even for root, or because the system forbids
 * writing. Replacing the file would not need that permission.
 */
export async function refuseReadOnly(path: string, name: string): Promise<void> {
  if (await isReadOnly(path)) throw new ToolError(`${shownName(name)} is read-only. Nothing was written.`);
}

async function isReadOnly(path: string): Promise<boolean> {
  try {
    if (((await stat(path)).mode & anyoneWrites) === 0) return true;
    await access(path, constants.W_OK);
    return false;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return false;
    if (code === 'EACCES' || code === 'EPERM') return true;
    throw error;
  }
}

/** Returns a file before its change, with everything needed to restore it; `before` is its text on the disk. */
export async function fileAsItIs(
  { root, path, shown }: WorkspacePath,
  before: string | null,
): Promise<StagedFile> {
  const file = { path: shown, before, after: before };
  if (before === null) return { ...file, folders: await missingFolders(root, shown) };
  return { ...file, mode: (await stat(path)).mode & 0o7777 };
}

/** Returns the missing folders on the way to a file, relative to the workspace folder. */
async function missingFolders(root: string, shown: string): Promise<string[]> {
  const ways = foldersAbove(shown);
  const found = await Promise.all(ways.map((way) => stat(join(root, way)).catch(() => undefined)));
  return ways.filter((_, index) => found[index] === undefined);
}

/** Returns the folders on the way to a file, as its path has them, the uppermost first. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
