import { expect, it } from 'vitest';
import { needsThePerson, openBeginning } from './command-limits.ts';

const beginningOf = (line: string) => openBeginning(line.split(' '))?.join(' ');

it.each([
  ['npm test', 'npm test'],
  ['npm test -- --watch', 'npm test'],
  ['npm run lint -- src', 'npm run lint'],
  ['git status --short', 'git status'],
  ['git push origin main', 'git push'],
  ['cargo test', 'cargo test'],
  ['ls -la', 'ls'],
  ['eslint src/a.ts', 'eslint'],
  ['tsc', 'tsc'],
  ['vitest run', 'vitest run'],
])('%s may be allowed with the open beginning %s', (line, beginning) => {
  expect(beginningOf(line)).toBe(beginning);
});

it.each([
  'sh -c x',
  'bash a.sh',
  'fish x',
  'zsh x',
  'node a.js',
  'python3 a.py',
  'python3.12 a.py',
  'perl -e 1',
  'awk x',
  'env X=1 a',
  'find . -exec a',
  'find src',
  'xargs a',
  'npx a',
  'ssh host',
  'sudo a',
  'timeout 1 a',
  'nice a',
  'git -c core.pager=a log',
  'git --exec-path=. log',
  'git',
  'git bisect run a',
  'git config a',
  'git submodule foreach a',
  'npm --prefix x test',
  'npm exec a',
  'npm run',
  'npm run -s',
  'pnpm dlx a',
  'yarn dlx a',
  './run.sh a',
  '/bin/sh a',
  'make all',
  'curl x',
  'docker run a',
  'cargo run a',
  'uv run a',
  'BASH a',
  'Python a',
  'lua5.4 a',
  'perl5.36.0 -e 1',
  'ruby3.2 -e 1',
  'bash.exe -c a',
  'taskset 1 a',
  'npm exe a',
  'npm c set a',
  'cargo r a',
  'composer exec a',
  'pnpm recursive exec a',
  'pnpm tsx a',
  'yarn tsx a',
  'yarn run tsx -e a',
  'yarn workspace a exec b',
])('%s never has an open end', (line) => {
  expect(beginningOf(line)).toBeUndefined();
});

it.each([
  'sudo ls',
  '/usr/bin/sudo ls',
  'doas ls',
  'env sudo ls',
  'xargs sudo',
  'SUDO ls',
  'rm -r a',
  'rm -rf a',
  'rm -fr a',
  'rm -R a',
  'rm --recursive a',
  'rm --rec a',
  'rm a -r',
  '/bin/rm -r a',
  'env rm -r a',
  'git rm -r a',
  'sudoedit a',
  'git show HEAD:.env',
  'git show :.env',
  'http host @.env',
  'grep -f.env a',
  'cat .env',
  'grep -r KEY .',
  'grep -inR KEY .',
  'grep KEY . --recursive',
  'grep --rec KEY .',
  'grep -d recurse KEY .',
  'grep --directories=recurse KEY .',
  'env grep -rn KEY .',
  'rg KEY',
  'rg -uu KEY',
  '/usr/bin/rg --hidden KEY',
  'ag -u KEY',
  'git grep KEY',
  'git diff --no-index a b',
  'diff -ru a b',
  'cat keys/id_rsa',
  'cp a .env.local',
  'tool --file=.env',
  'cat home/.aws/credentials',
  'tee package.json',
  'sed -i x .github/workflows/ci.yml',
  'tool @.env',
  'touch .git/hooks/pre-commit',
])('%s is for the person alone', (line) => {
  expect(needsThePerson(line.split(' '))).toBe(true);
});

it('looks into words that a program may run', () => {
  expect(needsThePerson(['sh', '-c', 'cd a; sudo ls'])).toBe(true);
  expect(needsThePerson(['find', '.', '-exec', 'rm -rf {}'])).toBe(true);
  expect(needsThePerson(['sh', '-c', 'a>$(cat .env)'])).toBe(true);
});

it.each([
  'npm test',
  'npm run build',
  'git status',
  'rm a',
  'rm -f a',
  'ls -r',
  'grep -n KEY src/a.ts',
  'grep --color=always KEY src/a.ts',
  'diff -u a b',
  'git diff',
  'cargo build',
  'docker run --rm -r a',
  'node a.js',
])('%s may have a standing answer', (line) => {
  expect(needsThePerson(line.split(' '))).toBe(false);
});
