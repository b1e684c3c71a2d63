import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

/** Runs the git of this machine in a folder, as nobody in particular; returns what it prints. */
export function git(folder: string, ...args: string[]): string {
  const output = execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.toString().trimEnd();
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Makes a repository on the branch `main` with one commit of these files; returns its folder. */
export function repositoryIn(
  folder: string,
  files: Readonly<Record<string, string>> = { 'a.txt': 'one\n', 'src/b.txt': 'two\n' },
): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  write(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=one');
  return folder;
}

/** Adds branches at a commit of 1970, older than any other: `old/0`, `old/1` and so on. */
export function addOldBranches(folder: string, count: number): void {
  const tree = git(folder, 'rev-parse', 'HEAD^{tree}');
  const by = 'Ada <ada@example.org> 1 +0000';
  write(folder, { '.git/old': `tree ${tree}\nauthor ${by}\ncommitter ${by}\n\nold\n` });
  const commit = git(folder, 'hash-object', '-t', 'commit', '-w', '.git/old');
  for (let index = 0; index < count; index += 1)
    write(folder, { [`.git/refs/heads/old/${index}`]: `${commit}\n` });
}
