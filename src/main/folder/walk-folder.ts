import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf } from '../entry-kind.ts';
import { type IgnoreRules, isAlwaysSkipped, isIgnored, rulesInside } from './ignore-rules.ts';

/** Something in the folder; `path` is relative to the workspace folder, with `/`. */
export type Entry = { path: string; kind: ReturnType<typeof kindOf>; depth: number };

type Walk = {
  root: string;
  start: string;
  rules: IgnoreRules;
  depth: number;
  /** Says which paths are left out, as absolute ones. */
  isClosed: (path: string) => boolean;
  signal: AbortSignal;
};
type Level = { folder: string; rules: IgnoreRules; depth: number };

/**
 * Yields the entries under a folder, the nearest levels first and each sorted by name. Leaves out what
 * .gitignore, `.git` and `node_modules` cover, and Parley's data folder; lists links without following them; skips
 * a folder that cannot be read, except the first one, which throws.
 */
export async function* walkFolder(walk: Walk): AsyncGenerator<Entry> {
  const { root, start, rules, depth, isClosed, signal } = walk;
  const levels: Level[] = [{ folder: start, rules, depth: 1 }];
  for (let next = levels.shift(); next !== undefined; next = levels.shift()) {
    const { folder, rules: own, depth: at } = next;
    const dirents = await entriesOf(join(root, folder), at === 1);
    signal.throwIfAborted();
    for (const dirent of dirents) {
      const path = folder === '' ? dirent.name : `${folder}/${dirent.name}`;
      const isFolder = dirent.isDirectory();
      if (isAlwaysSkipped(dirent.name) || isIgnored(own, path, isFolder)) continue;
      if (isFolder && isClosed(join(root, path))) continue;
      yield { path, kind: kindOf(dirent), depth: at };
      if (isFolder && at < depth) {
        levels.push({ folder: path, rules: await rulesInside(root, path, own, signal), depth: at + 1 });
      }
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
