import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { leadsOut } from './command-links.ts';

/** A folder with links into it and out of it, and a folder that has the name of a remote. */
function folderWithLinks(): string {
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'notes'), 'x');
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), 'x');
  symlinkSync(outside, join(folder, 'docs'));
  symlinkSync(join(outside, 'notes'), join(folder, 'notes.txt'));
  symlinkSync(join(outside, 'later'), join(folder, 'later.txt'));
  symlinkSync('src', join(folder, 'lib'));
  for (const name of ['upstream', 'fork.git']) mkdirSync(join(folder, name));
  return folder;
}

const answer = (line: string) =>
  leadsOut({ type: 'command', line, folder: folderWithLinks(), confined: false });

it.each([
  'cat notes.txt',
  'cat ./notes.txt',
  'cat docs/notes',
  'cat docs',
  'touch docs/new.txt',
  'mkdir -p docs/a/b',
  'touch later.txt',
  'touch later.txt/a',
  'npm test -- docs/a.test.ts',
  'pytest docs/a_test.py::test_a',
  'tar --list --file=docs/a.tar',
  'git push upstream main',
  'git push fork',
  'git fetch upstream',
  'git ls-remote upstream',
  `cat ${'a'.repeat(300)}`,
  `npm test -- ${'a'.repeat(300)}/b`,
])('sees that a word leads elsewhere than it says: %s', (line) => {
  expect(answer(line)).toBe(true);
});

it.each([
  'cat src/a.ts',
  'cat lib/a.ts',
  'cat nothing',
  'touch src/new/a.txt',
  'git push origin main',
  'git commit -m notes.txt',
  'git commit -m /etc',
  'grep notes.txt src/a.ts',
  'git diff main..topic',
  'ls',
])('sees that it does not: %s', (line) => {
  expect(answer(line)).toBe(false);
});

test('a remote’s name is looked for where git takes it for a path: at the top of the repository', () => {
  const root = folderWithLinks();
  execFileSync('git', ['init', '--quiet', root]);
  const push = (name: string) =>
    leadsOut({ type: 'command', line: `git push ${name} main`, folder: join(root, 'src'), confined: false });
  expect([push('upstream'), push('fork'), push('origin')]).toEqual([true, true, false]);
});
