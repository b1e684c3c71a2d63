import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { resolveDataDir } from '../../shared/host/data-dir.ts';
import { errorCode } from '../../shared/thrown-error.ts';

/** Returns the data folder: the one asked for, else `PARLEY_DATA_DIR`, else `usual` or the platform's place. */
export function findDataDir(
  asked: string | undefined,
  env: Record<string, string | undefined>,
  usual?: string,
): string {
  return resolve(resolveDataDir({ asked, env, usual, platform: process.platform, home: homedir() }));
}

/** Another start may create the same folder at the same moment. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if (errorCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  });
}

/**
 * Creates the folder privately; an existing one keeps its permissions. Not with Node's recursive `mkdir`, which
 * never ends where the system refuses a new folder with ENOENT (/proc).
 */
export async function createDataDir(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return;
  await makeFolder(dataDir).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT' || dirname(dataDir) === dataDir) throw error;
    await createDataDir(dirname(dataDir));
    await makeFolder(dataDir);
  });
}
