import { lstat } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { belongsToGit } from '../../shared/files/protected-files.ts';
import { editablePlace } from './editable-place.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { ChatFolder } from './chat-folder.ts';
import { ToolError } from './file-content.ts';
import { walkFolder } from './walk-folder.ts';
import { locate, type Place, shownName } from './workspace-path.ts';

/**
 * A file by its path, or those under a folder with these endings, and a name matching the glob if there is one.
 */
type CodeRequest = {
  path?: string | undefined;
  glob?: string | undefined;
  endings: readonly string[];
};

/** A named file, or found ones. */
type CodeFiles = { type: 'one'; place: Place } | { type: 'found'; places: AsyncIterable<Place> };

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
  const { place } = located;
  if (!(await lstat(place.path)).isDirectory())
    return { type: 'one', place: await editablePlace(folder, path, signal) };
  if (belongsToGit(place.shown))
    throw new ToolError(`${shownName(place.shown)} belongs to git itself and is left alone.`);
  const rules = await folder.ignores.refuseIgnored(place, true, signal);
  const pattern = glob?.replace(/^\.\//, '');
  const isRequested = (name: string) =>
    endings.some((ending) => name.toLowerCase().endsWith(ending)) &&
    (pattern === undefined || matchesGlob(name, pattern)) &&
    !belongsToGit(name);
  return {
    type: 'found',
    places: filesUnder(place, rules, isRequested, folder.dataFolder.closedTo(place.root), signal),
  };
}

async function* filesUnder(
  { root, shown: start }: Place,
  rules: IgnoreRules,
  isRequested: (name: string) => boolean,
  isClosed: (path: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<Place> {
  const depth = Number.POSITIVE_INFINITY;
  for await (const { path, kind } of walkFolder({ root, start, rules, depth, isClosed, signal })) {
    if (kind === 'file' && isRequested(path))
      yield { root, path: join(root, path), shown: path, asked: path };
  }
}
