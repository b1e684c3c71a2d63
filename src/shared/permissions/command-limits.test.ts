import { expect, it } from 'vitest';
import { needsThePerson } from './command-limits.ts';

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
  'cp a .git/config',
  'cp a lib/.GIT/config',
  'tee --output-error .git/info/attributes',
  'mv .git a',
  'cat GIT~1/config',
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
  'git clone https://example.com/a.git',
  'cat .github/README.md',
])('%s may have a standing answer', (line) => {
  expect(needsThePerson(line.split(' '))).toBe(false);
});
