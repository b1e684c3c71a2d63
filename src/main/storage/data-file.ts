import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import { kindOf } from '../entry-kind.ts';
import { StorageError } from './storage-error.ts';

/** Parley's own files in a data folder, and what SQLite puts beside a database. */
const ownFile =
  /^(?:companion\.lock|parley\.(?:db|log))(?:$|[.-])|^mcp-servers\.running$|\.(?:json|processes)$/;

/**
 * Throws StorageError where something other than a file has the name of one of Parley's: opening a pipe blocks
 * for ever, and replacing a link or a folder would lose what it stands for. Throws the error of a folder that
 * can't be listed.
 */
export function refuseIrregularFiles(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (ownFile.test(name)) refuseIrregular(join(dataDir, name));
}

/** Throws StorageError unless there is a file at the path, a link to one, or nothing. */
export function refuseIrregular(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false }) ?? lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw irregular(path, found);
}

/**
 * Returns the text of a file; undefined where there is none. Never blocks on a pipe. Throws StorageError for what
 * is no file or can't be read.
 */
export function readDataFile(path: string): string | undefined {
  refuseIrregular(path);
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = fstatSync(file);
      if (!found.isFile()) throw irregular(path, found);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new StorageError(`${path} can’t be read. Check its permissions.`, { cause: error });
  }
}

function irregular(path: string, found: Parameters<typeof kindOf>[0]): StorageError {
  const kind = found.isSymbolicLink() ? 'a link that leads nowhere' : `a ${kindOf(found)}, not a file`;
  return new StorageError(`${path} is ${kind}. Move it away, then start Parley again.`);
}

/** Renames a file that can't be parsed, and returns its new path. */
export function setAside(path: string, ending = 'damaged'): string {
  const aside = freePath(`${path}.${ending}`);
  renameSync(path, aside);
  return aside;
}

/** Returns the path, or the first free one with a number behind it. */
export function freePath(path: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? path : `${path}-${number}`;
    if (lstatSync(free, { throwIfNoEntry: false }) === undefined) return free;
  }
}
