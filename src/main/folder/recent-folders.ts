import { readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { RecentFolder } from '../../shared/workspace/workspace.ts';

/** Folders in a home that people keep projects in, in lower case. */
const usual: ReadonlySet<string> = new Set([
  'code',
  'dev',
  'developer',
  'git',
  'projects',
  'repos',
  'src',
  'work',
  'workspace',
]);

/** How many folders are offered, and searched in one place. */
const offered = 4;
const lookedInto = 300;

/**
 * Returns the folders that changed last, newest first: git repositories in a home and its usual places, and
 * existing ones of `known`. Unreadable ones are skipped.
 */
export async function findRecentFolders(home: string, known: readonly string[]): Promise<RecentFolder[]> {
  const inHome = await foldersIn(home);
  const places = inHome.filter((folder) => usual.has(basename(folder).toLowerCase()));
  const inPlaces = await Promise.all(places.map(foldersIn));
  const found = await Promise.all([
    ...[...inHome, ...inPlaces.flat()].map((folder) => repository(folder)),
    ...known.map(async (folder) => recent(folder, [await changedAt(folder)])),
  ]);
  const byFolder = new Map(found.flatMap((one) => (one === undefined ? [] : [[one.folder, one] as const])));
  return [...byFolder.values()]
    .toSorted((one, other) => other.changedAt - one.changedAt)
    .slice(0, offered)
    .map((one) => ({ ...one, shown: fromHome(home, one.folder) }));
}

function fromHome(home: string, folder: string): string {
  return folder.startsWith(`${home}${sep}`) ? `~${folder.slice(home.length)}` : folder;
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .slice(0, lookedInto)
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

type ChangedFolder = Omit<RecentFolder, 'shown'>;

async function repository(folder: string): Promise<ChangedFolder | undefined> {
  const git = await changedAt(join(folder, '.git'));
  if (git === undefined) return undefined;
  return recent(folder, [git, await changedAt(folder), await changedAt(join(folder, '.git', 'index'))]);
}

function recent(folder: string, times: readonly (number | undefined)[]): ChangedFolder | undefined {
  const there = times.filter((time) => time !== undefined);
  return there.length === 0 ? undefined : { folder, changedAt: Math.max(...there) };
}

/** Returns milliseconds since 1970; undefined for no such file. */
async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}
