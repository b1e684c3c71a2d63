import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { resolveDataDir } from '../../shared/host/data-dir.ts';
import { errorCode } from '../../shared/thrown-error.ts';

/** The data dir: the one asked for, else `PARLEY_DATA_DIR`, else `usual` or the platform's place. */
export function findDataDir(
  asked: string | undefined,
  env: Record<string, string | undefined>,
  usual?: string,
): string {
  return resolve(resolveDataDir({ asked, env, usual, platform: process.platform, home: homedir() }));
}

/** Makes one folder; another start may make the same one at the same moment. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if (errorCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  });
}

/**
 * Creates the folder for this person only; one that exists keeps its permissions. Not Node's own
 * recursive `mkdir`, which never ends where the system refuses a new folder with ENOENT (/proc).
 */
export async function createDataDir(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return;
  await makeFolder(dataDir).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT' || dirname(dataDir) === dataDir) throw error;
    await createDataDir(dirname(dataDir));
    await makeFolder(dataDir);
  });
}
