import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/** A path that lies in the workspace folder with every link resolved; `shown` is relative, with `/`. */
export type Place = { root: string; path: string; shown: string };

export type Located = { ok: true; place: Place } | { ok: false; error: string };

/**
 * Finds what a model's path names. Refused, with the text for the model: a folder that vanished,
 * a path that leaves it by `..`, as an absolute path or over a link, and a path with nothing there.
 */
export async function locate(folder: string, path: string): Promise<Located> {
  const found = await find(folder, path);
  if (!found.ok) return found;
  if (!found.whole)
    return failed(`There is no ${shownName(path)} in the folder. list_files shows what is there.`);
  return at(found.root, found.path);
}

/**
 * Finds where a model's path would be written: something in the folder, or a place in it where nothing
 * is yet. Refused as by `locate`, and where the way there leads through a file or over a broken link.
 */
export async function locateWritable(folder: string, path: string): Promise<Located> {
  const found = await find(folder, path);
  if (!found.ok) return found;
  if (found.whole) return at(found.root, found.path);
  const target = resolve(found.path, found.rest);
  if (await isBrokenLink(resolve(found.path, found.rest.split(sep)[0] ?? '')))
    return failed(`The way to ${shownName(path)} leads over a link to nothing.`);
  if (!(await stat(found.path)).isDirectory())
    return failed(`The way to ${shownName(path)} leads through a file.`);
  return at(found.root, target);
}

type Existing = { path: string; rest: string; whole: boolean };

/** What there is of a path inside the folder; refused is what leads out of it, by name or over a link. */
async function find(
  folder: string,
  path: string,
): Promise<({ ok: true; root: string } & Existing) | Extract<Located, { ok: false }>> {
  const root = await realFolder(folder);
  if (root === undefined) return failed(folderVanished(folder));
  const wanted = resolve(folder, path);
  const named = !path.includes('\0') && (isInside(resolve(folder), wanted) || isInside(root, wanted));
  const found = named ? await nearestExisting(wanted) : undefined;
  if (found === undefined || !isInside(root, found.path)) return failed(outside(path));
  return { ok: true, root, ...found };
}

function at(root: string, path: string): Located {
  return { ok: true, place: { root, path, shown: shownPath(root, path) } };
}

async function isBrokenLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
}

/** What a model reads when the chat's folder is not there any more. */
export function folderVanished(folder: string): string {
  return `The folder ${folder} is not there any more. Tell the person; they can put it back or start a chat on another folder.`;
}

/** Control characters of a name, written out, so that one name stays on one line. */
export function shownName(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function shownPath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function realFolder(folder: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    return (await stat(root)).isDirectory() ? root : undefined;
  } catch {
    return undefined;
  }
}

/** The real path, or that of the nearest parent that exists, so that no link tells what lies outside. */
async function nearestExisting(wanted: string): Promise<Existing> {
  for (let path = wanted; ; path = dirname(path)) {
    try {
      return { path: await realpath(path), rest: relative(path, wanted), whole: path === wanted };
    } catch {
      if (path === dirname(path)) return { path, rest: relative(path, wanted), whole: false };
    }
  }
}

function outside(path: string): string {
  return `${shownName(path)} leads outside the folder of this chat. Only paths inside it can be used.`;
}

function failed(error: string): Extract<Located, { ok: false }> {
  return { ok: false, error };
}
