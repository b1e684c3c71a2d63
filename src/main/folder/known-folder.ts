import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * A chat's folder: its path, and which folder stood there when the chat was opened on it. `identity` is null
 * where any folder at that path will do.
 */
export type KnownFolder = { path: string; identity: string | null };

/** The folder at a path, links followed: its device, its inode, and when it was made. Undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : writtenDown(stats);
}

/** True when the folder at its path still is the one that is known. Rejects where nothing is there. */
export async function isKnownFolder({ path, identity }: KnownFolder): Promise<boolean> {
  if (identity === null) return true;
  return isSame(identity, writtenDown(await stat(path, { bigint: true })));
}

/** The same at once, and false where nothing is there. */
export function isKnownFolderNow({ path, identity }: KnownFolder): boolean {
  return identity === null || isSame(identity, identityOf(path) ?? '');
}

/** Returns the text for a model and a person where another folder has taken the place of a chat's. */
export function folderReplaced(path: string): string {
  return `The folder ${path} is another one than this chat was opened on. Nothing was read or written. Put the first one back, or open this one with New workspace.`;
}

function writtenDown({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}

/**
 * A disk may get another device number with the next start of the system; the folder is told by when it was
 * made then, where the file system keeps that.
 */
function isSame(known: string, now: string): boolean {
  const [[device, inode, made], [deviceNow, inodeNow, madeNow]] = [known.split(':'), now.split(':')];
  return inode === inodeNow && (device === deviceNow || (made !== '0' && made === madeNow));
}
