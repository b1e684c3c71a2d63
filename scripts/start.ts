import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './end-with-npm.ts';
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

process.chdir(root);
endWithNpm();
const status = ensureBuilt();
if (status === 0) {
  // Relative folders are relative to where npm was called.
  process.chdir(process.env.INIT_CWD ?? root);
  // In this process, so that no signals have to be passed on.
  await import(new URL('../out/cli/parley.js', import.meta.url).href);
} else {
  process.exitCode = status;
}
