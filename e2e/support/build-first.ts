import { execFileSync } from 'node:child_process';
import { projectRoot } from './hosts.ts';

export default function buildFirst(): void {
  execFileSync(process.execPath, ['scripts/build.ts', '--if-changed'], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
