import { execFileSync } from 'node:child_process';
import { projectRoot } from './hosts.ts';

/** Builds Parley before the first spec, where the build that is there is not one of the sources. */
export default function buildFirst(): void {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-changed'], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
