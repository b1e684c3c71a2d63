import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/** Writes a hook of a repository and returns its file. */
export function hook(origin: string, name: string, text: string): string {
  const path = join(origin, '.git/hooks', name);
  mkdirSync(join(origin, '.git/hooks'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Returns a line of a hook that says when it runs, and then waits to be let go on. */
export function gate() {
  const folder = temporaryFolder();
  const [started, on] = [join(folder, 'started'), join(folder, 'on')];
  execFileSync('mkfifo', [started, on]);
  return {
    line: `echo > "${started}"; cat "${on}"`,
    started: () => readFile(started),
    goOn: () => writeFile(on, ''),
  };
}
