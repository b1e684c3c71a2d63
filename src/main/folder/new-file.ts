import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { errorCode } from '../../shared/thrown-error.ts';
import type { StagedFile } from '../storage/action-store.ts';

/** The visible properties of a file: its mode bits and its owner. */
type Look = { mode?: number | undefined; owner?: Pick<Stats, 'uid' | 'gid'> };

/** Returns the properties that the next text of a file is to have. */
export async function lookOf(target: string, { mode }: StagedFile): Promise<Look> {
  try {
    const stats = await lstat(target);
    return stats.isFile() ? { mode: stats.mode & 0o7777, owner: stats } : { mode };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { mode };
    throw error;
  }
}

/** Writes a new file to the disk; throws where its name is taken. */
export async function writeNew(
  path: string,
  content: string | Uint8Array,
  { mode, owner }: Look,
): Promise<void> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(path, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), 0o666);
  try {
    await handle.writeFile(content);
    // Only who owns the machine can give a file away; it is the writer's own then.
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid).catch(() => {});
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
