import { readdir, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import { spelledOnDisk } from './disk-spelling.ts';

const mostFolders = 50;

/**
 * Returns the folders that a typed path can be completed to, sorted by name; `~` is the home folder, and stays
 * `~`. Hidden ones only after a dot. Empty where nothing can be read.
 */
export async function completeFolder(typed: string): Promise<string[]> {
  const cut = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf(sep)) + 1;
  const [parent, begun] = typed === '~' ? ['~/', ''] : [typed.slice(0, cut), folded(typed.slice(cut))];
  const named = parent.startsWith('~/') ? join(homedir(), parent.slice(1)) : parent;
  if (!isAbsolute(named)) return [];
  const folder = spelledOnDisk(named);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const fitting = entries
    .filter(({ name }) => folded(name).startsWith(begun) && name.startsWith('.') === begun.startsWith('.'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const found: string[] = [];
  for (const entry of fitting) {
    if (found.length === mostFolders) break;
    if (await isFolder(folder, entry)) found.push(parent + entry.name);
  }
  return found;
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Also for a link to a folder. */
async function isFolder(parent: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return stat(join(parent, entry.name)).then(
    (there) => there.isDirectory(),
    () => false,
  );
}
