import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Returns an absolute path as the disk spells it, where a name differs only in its Unicode form: macOS used to
 * decompose names that people type composed (UAX 15, NFD and NFC). Names that exist as given, or not at all,
 * stay.
 */
export function spelledOnDisk(path: string): string {
  if (isAscii(path) || isThere(path) || dirname(path) === path) return path;
  const folder = spelledOnDisk(dirname(path));
  const name = basename(path);
  if (isAscii(name) || isThere(join(folder, name))) return join(folder, name);
  const composed = name.normalize('NFC');
  const found = namesIn(folder).filter((other) => other.normalize('NFC') === composed);
  return join(folder, found.toSorted()[0] ?? name);
}

function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text);
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
