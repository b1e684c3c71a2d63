import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

type Env = Record<string, string | undefined>;

/** Where the platform keeps application data; Electron's own `userData` folder is the same one. */
function platformDataDir(platform: NodeJS.Platform, env: Env, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'parley');
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'parley');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'parley');
}

/** The data dir: the one asked for, else `PARLEY_DATA_DIR`, else `usual` or the platform's place. */
export function findDataDir(asked: string | undefined, env: Env, usual?: string): string {
  return resolve(asked || env.PARLEY_DATA_DIR || usual || platformDataDir(process.platform, env, homedir()));
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
