import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { resolveDataDir } from '../shared/host/data-dir.ts';

/** Returns the absolute path of the data folder. */
export function dataDirOf(asked: string | undefined): string {
  const { env, platform } = process;
  return resolve(resolveDataDir({ asked, env, platform, home: homedir() }));
}
