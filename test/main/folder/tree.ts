import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of a folder, for a test to make. */
export type PlantedFile = { path: string; text: string; mode?: number };

/** Makes a folder hold these files and nothing else. */
export function plant(folder: string, files: readonly PlantedFile[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path, text, mode = 0o644 } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    chmodSync(target, mode);
  }
}

/**
 * Everything in a folder by name: the mode bits of a file and the hash of its bytes, or that it is a folder. Links are
 * not followed, as `readdir` would do.
 */
export function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(pathsIn(folder).map((path) => [path, lookOf(join(folder, path))]));
}

function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    return [entry.name, ...pathsIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)];
  });
}

function lookOf(path: string): string {
  const stats = lstatSync(path);
  if (!stats.isFile()) return stats.isDirectory() ? 'folder' : 'something else';
  return `${(stats.mode & 0o7777).toString(8)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}
