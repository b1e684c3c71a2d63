import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { type DataFolder, isAtOrUnder } from './data-folder.ts';
import { folderReplaced, isKnownFolder, type KnownFolder } from './folder-handle.ts';
import { illFormed } from './ill-formed.ts';
import { spelledOnDisk } from './disk-spelling.ts';

/** What is needed to resolve paths in a chat's folder. */
type OpenedFolder = KnownFolder & { dataFolder: DataFolder };

/**
 * A path inside the workspace folder with every link resolved. `shown` is relative to it, with `/`; `asked` is
 * too, and keeps the links that the model named.
 */
export type WorkspacePath = { root: string; path: string; shown: string; asked: string };

type Located = { ok: true; resolved: WorkspacePath } | { ok: false; error: string };

/**
 * Resolves a model's path, in either Unicode form. Refused, with the text for the model: a folder that vanished
 * or was replaced, a path that leaves it (`..`, absolute, over a link), one into Parley's data folder, and one
 * with nothing there.
 */
export async function locate(folder: OpenedFolder, path: string): Promise<Located> {
  const found = await find(folder, path);
  if (!found.ok) return found;
  if (!found.whole)
    return failed(`There is no ${shownName(path)} in the folder. list_files shows what is there.`);
  return at(found, found.path);
}

/**
 * Resolves where a model's path would be written: something in the folder, or a free place in it. Refused as by
 * `locate`, and where the path leads through a file or a broken link.
 */
export async function locateWritable(folder: OpenedFolder, path: string): Promise<Located> {
  const found = await find(folder, path);
  if (!found.ok) return found;
  if (found.whole) return at(found, found.path);
  const target = resolve(found.path, found.rest);
  if (await isBrokenLink(resolve(found.path, found.rest.split(sep)[0] ?? '')))
    return failed(`The path ${shownName(path)} has a link in it that points to nothing.`);
  if (!(await stat(found.path)).isDirectory())
    return failed(`The path ${shownName(path)} goes through a file, not a folder.`);
  return at(found, target);
}

type Found = { ok: true; root: string; asked: string } & Existing;
type Existing = { path: string; rest: string; whole: boolean };

/** Finds the existing part of a path inside the folder; refuses a path that leads out of it, by name or link. */
async function find(folder: OpenedFolder, path: string): Promise<Found | Extract<Located, { ok: false }>> {
  const problem = illFormed('path', path);
  if (problem !== undefined) return failed(`${problem} list_files shows what is there.`);
  const opened = await rootOf(folder);
  if (!opened.ok) return opened;
  const { root } = opened;
  const asked = resolve(folder.path, path);
  const base = [resolve(folder.path), root].find((way) => isAtOrUnder(asked, way));
  const requested = path.includes('\0') ? asked : spelledOnDisk(asked);
  const found = base === undefined || path.includes('\0') ? undefined : await nearestExisting(requested);
  if (base === undefined || found === undefined || !isAtOrUnder(found.path, root))
    return failed(outside(path));
  if (folder.dataFolder.closedTo(root)(found.path)) return failed(ownFolder(path));
  return { ok: true, root, asked: shownPath(base, requested), ...found };
}

function at({ root, asked }: Found, path: string): Located {
  return { ok: true, resolved: { root, path, shown: shownPath(root, path), asked } };
}

/** Returns the real path of a chat's folder, or why nothing in it may be touched, for a model and a person. */
export async function rootOf(
  folder: OpenedFolder,
): Promise<{ ok: true; root: string } | { ok: false; error: string }> {
  const root = await realFolder(folder.path);
  if (root === undefined) return failed(folderVanished(folder.path));
  if (folder.dataFolder.refuses(root)) return failed(ownFolder(folder.path));
  return (await isKnownFolder(folder)) ? { ok: true, root } : failed(folderReplaced(folder.path));
}

async function isBrokenLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
}

/** Returns the text for a model when the chat's folder no longer exists. */
function folderVanished(folder: string): string {
  return `The folder ${folder} is not there any more. Tell the person; they can put it back or start a chat on another folder.`;
}

/** Returns a name with its control characters escaped, so that it stays on one line. */
export function shownName(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The most files that are named to an agent at once. */
const mostNamed = 50;

/** Returns the names of files in a sentence for an agent, as `shownName`; of many, how many more there are. */
export function shownNames(paths: readonly string[]): string {
  const more = paths.length - mostNamed;
  return [...paths.slice(0, mostNamed).map(shownName), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function shownPath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

async function realFolder(folder: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    return (await stat(root)).isDirectory() ? root : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the real path, or that of the nearest existing parent, so that no link reveals what lies outside. */
async function nearestExisting(requested: string): Promise<Existing> {
  for (let path = requested; ; path = dirname(path)) {
    try {
      return { path: await realpath(path), rest: relative(path, requested), whole: path === requested };
    } catch {
      if (path === dirname(path)) return { path, rest: relative(path, requested), whole: false };
    }
  }
}

function outside(path: string): string {
  return `${shownName(path)} leads outside the folder of this chat. Only paths inside it can be used.`;
}

function ownFolder(path: string): string {
  return `${shownName(path)} leads into Parley’s own folder, which is closed to agents. Leave it alone.`;
}

function failed(error: string): Extract<Located, { ok: false }> {
  return { ok: false, error };
}
