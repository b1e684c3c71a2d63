import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf } from '../entry-kind.ts';
import { type IgnoreRules, isAlwaysSkipped } from './ignore-rules.ts';

/** `path` is relative to the workspace folder, with `/`. */
export type Entry = { path: string; kind: ReturnType<typeof kindOf>; depth: number };

type Walk = {
  root: string;
  start: string;
  rules: IgnoreRules;
  depth: number;
  /** True for absolute paths that are left out. */
  isClosed: (path: string) => boolean;
  signal: AbortSignal;
};
/** A folder to read, and the rules of the one around it; its own for the first. */
type Level = { folder: string; rules: IgnoreRules; depth: number };

/**
 * Yields the entries under a folder, the nearest levels first, each sorted by name. Leaves out ignored ones,
 * `.git`, `node_modules` and Parley's data folder; lists links without following them; skips an unreadable
 * folder, except the first, which throws.
 */
export async function* walkFolder(walk: Walk): AsyncGenerator<Entry> {
  const { root, start, rules, depth, isClosed, signal } = walk;
  const levels: Level[] = [{ folder: start, rules, depth: 1 }];
  for (let next = levels.shift(); next !== undefined; next = levels.shift()) {
    const { folder, rules: outer, depth: level } = next;
    const dirents = await entriesOf(join(root, folder), level === 1);
    signal.throwIfAborted();
    const names = new Set(dirents.map(({ name }) => name));
    const own = level === 1 ? outer : await outer.inside(join(root, folder), signal, names);
    for (const dirent of dirents) {
      const path = folder === '' ? dirent.name : `${folder}/${dirent.name}`;
      const isFolder = dirent.isDirectory();
      if (isAlwaysSkipped(dirent.name)) continue;
      const at = join(root, path);
      if (own.coverOf(at, isFolder) !== undefined && !(await own.isTracked(at))) continue;
      if (isFolder && isClosed(at)) continue;
      yield { path, kind: kindOf(dirent), depth: level };
      if (isFolder && level < depth) levels.push({ folder: path, rules: own, depth: level + 1 });
    }
  }
}

async function entriesOf(path: string, isFirst: boolean): Promise<Dirent[]> {
  try {
    const dirents = await readdir(path, { withFileTypes: true });
    return dirents.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isFirst) throw error;
    return [];
  }
}
