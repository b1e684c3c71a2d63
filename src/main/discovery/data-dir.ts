import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { namedDataDir } from '../../shared/host/data-dir.ts';

/** The data dir: the one asked for, else `PARLEY_DATA_DIR`, else `usual` or the platform's place. */
export function findDataDir(
  asked: string | undefined,
  env: Record<string, string | undefined>,
  usual?: string,
): string {
  return resolve(namedDataDir({ asked, env, usual, platform: process.platform, home: homedir() }));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Creates the folder for this person only; one that exists keeps its permissions. Not Node's own
 * recursive `mkdir`, which never ends where the system refuses a new folder with ENOENT (/proc).
 */
export async function createDataDir(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return;
  const create = () => mkdir(dataDir, { mode: 0o700 });
  await create().catch(async (error: unknown) => {
    if (!isMissing(error) || dirname(dataDir) === dataDir) throw error;
    await createDataDir(dirname(dataDir));
    await create();
  });
}
