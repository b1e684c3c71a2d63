import { lstat } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { belongsToGit } from '../../shared/files/protected-files.ts';
import { editableFile } from './writable-file.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { ChatFolder } from './chat-folder.ts';
import { ToolError } from './file-content.ts';
import { walkFolder } from './walk-folder.ts';
import { locate, type WorkspacePath, shownName } from './workspace-path.ts';

/**
 * A file by its path, or those under a folder with these endings, and a name matching the glob if there is one.
 */
type CodeRequest = {
  path?: string | undefined;
  glob?: string | undefined;
  endings: readonly string[];
};

/** A named file, or found ones. */
type CodeFiles =
  | { type: 'one'; place: WorkspacePath }
  | { type: 'found'; places: AsyncIterable<WorkspacePath> };

/**
 * Finds the files in which code is to be changed. Leaves out ignored files, `.git`, `node_modules` and links.
 * Throws a ToolError for a path that leads outside, or to a file that must not be changed.
 */
export async function codeFiles(
  folder: ChatFolder,
  { path = '.', glob, endings }: CodeRequest,
  signal: AbortSignal,
): Promise<CodeFiles> {
  const located = await locate(folder, path);
  if (!located.ok) throw new ToolError(located.error);
  const { resolved } = located;
  if (!(await lstat(resolved.path)).isDirectory())
    return { type: 'one', place: await editableFile(folder, path, signal) };
  if (belongsToGit(resolved.shown))
    throw new ToolError(`${shownName(resolved.shown)} belongs to git itself and is left alone.`);
  const rules = await folder.ignores.refuseIgnored(resolved, true, signal);
  const pattern = glob?.replace(/^\.\//, '');
  const isRequested = (name: string) =>
    endings.some((ending) => name.toLowerCase().endsWith(ending)) &&
    (pattern === undefined || matchesGlob(name, pattern)) &&
    !belongsToGit(name);
  return {
    type: 'found',
    places: filesUnder(resolved, rules, isRequested, folder.dataFolder.closedTo(resolved.root), signal),
  };
}

async function* filesUnder(
  { root, shown: start }: WorkspacePath,
  rules: IgnoreRules,
  isRequested: (name: string) => boolean,
  isClosed: (path: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<WorkspacePath> {
  const depth = Number.POSITIVE_INFINITY;
  for await (const { path, kind } of walkFolder({ root, start, rules, depth, isClosed, signal })) {
    if (kind === 'file' && isRequested(path))
      yield { root, path: join(root, path), shown: path, asked: path };
  }
}
