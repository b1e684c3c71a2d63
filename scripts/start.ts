import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './source-stamp.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds what changed since the last start; of several starts at once, one builds and the others wait. */
function ensureBuilt(): number {
  if (isBuilt()) return 0;
  const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], {
    stdio: ['ignore', 2, 2],
  });
  return build.status ?? 1;
}

/** npm's shell does not pass signals on: when it has gone, so shall we. */
function endWithShell(): void {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
}

process.chdir(root);
if (process.env.npm_lifecycle_event === 'start') endWithShell();
const status = ensureBuilt();
if (status === 0) {
  // Relative folders are meant from where npm was called.
  process.chdir(process.env.INIT_CWD ?? root);
  // In this process, so that signals need no passing on.
  await import(new URL('../out/cli/parley.js', import.meta.url).href);
} else {
  process.exitCode = status;
}
