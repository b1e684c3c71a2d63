import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './source-stamp.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const buildTakesAtMostMs = 300_000;

/** Builds what changed since the last start; of several starts at once, one builds and the others wait. */
const ensureBuilt = (): number => {
  mkdirSync('.cache', { recursive: true });
  using lock = new DatabaseSync('.cache/build.lock', { timeout: buildTakesAtMostMs });
  lock.exec('BEGIN EXCLUSIVE');
  if (isBuilt()) return 0;
  process.stderr.write('Building Parley …\n');
  return spawnSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 2, 2] }).status ?? 1;
};

/** npm's shell does not pass signals on: when it has gone, so shall we. */
const endWithShell = (): void => {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
};

process.chdir(root);
if (process.env.npm_lifecycle_event === 'start') endWithShell();
const status = isBuilt() ? 0 : ensureBuilt();
if (status === 0) {
  // Relative folders are meant from where npm was called.
  process.chdir(process.env.INIT_CWD ?? root);
  // In this process, so that signals need no passing on.
  await import(new URL('../out/cli/parley.js', import.meta.url).href);
} else {
  process.exitCode = status;
}
