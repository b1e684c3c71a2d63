import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveDataDir } from '../../shared/host/data-dir.ts';
import { packageFile } from '../package-file.ts';

/** The command line that starts Parley on a data dir, to be pasted into any terminal. */
export function startCommand(dataDir: string): string {
  const { platform, env } = process;
  const elsewhere = { ...env, PARLEY_DATA_DIR: undefined };
  const usual = resolve(resolveDataDir({ asked: undefined, env: elsewhere, platform, home: homedir() }));
  const words = ['node', fileURLToPath(packageFile('out/cli/parley.js'))];
  if (dataDir !== usual) words.push('--data-dir', dataDir);
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}
