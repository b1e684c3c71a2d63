import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { namedDataDir } from '../shared/host/data-dir.ts';

/** The whole path of the data dir. */
export function dataDirOf(asked: string | undefined): string {
  const { env, platform } = process;
  return resolve(namedDataDir({ asked, env, platform, home: homedir() }));
}
