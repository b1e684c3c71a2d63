import { expect, it } from 'vitest';
import { needsThePerson } from './command-limits.ts';
import { commandTable } from './command-table.ts';
import type { CommandRow } from './command-table/command-row.ts';

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
  './.env',
  '.git/hooks/pre-commit',
  'sh .git/hooks/pre-commit',
  'sh .env',
  'source .env',
  'head .npmrc',
  'bin/tool package.json',
  'sh build.sh package.json',
  'node scripts/write.js --out=package.json',
  'python -c x setup.py',
  'perl -pi -e s/a/b/ package.json',
  'perl -pi package.json',
  'env bin/tool',
  'go build -o bin/x ./cmd',
  'go fmt ./bin/x',
  'sort -o package.json a',
  'cat --unknown package.json',
  'prettier --write package.json',
  'touch Makefile',
  'git add .env',
  'ln -s a bin/x',
  'chmod +x configure.ac',
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
  'cat eslint.config.js',
  'cat -n package.json AGENTS.md',
  'head -n 5 Makefile',
  'git show HEAD:package.json',
  './configure',
  'sh configure',
  './gradlew test',
  'bin/rails test',
  'ruby bin/rails test',
  'php artisan test',
  'python manage.py test',
  '/usr/bin/python3.12 setup.py build',
  'node bin/cli.js',
  'tsx vite.config.ts',
  '.venv/bin/pytest -q',
  'node_modules/.bin/vitest run',
  'go build ./bin/x',
  'go test ./bin/...',
])('%s may have a rule', (line) => {
  expect(needsThePerson(line.split(' '))).toBe(false);
});

/** Every row of the table, with the words that name it. */
function* rowsOf(
  rows: ReadonlyMap<string, CommandRow>,
  before: readonly string[] = [],
): Generator<[string[], CommandRow]> {
  for (const [name, row] of rows) {
    yield [[...before, name], row];
    yield* rowsOf(row.subcommands, [...before, name]);
  }
}

it('leaves to the person what names a file that holds secrets, or that it could change where it runs code', () => {
  const left: string[] = [];
  const check = (argv: string[], last: string) => {
    if (!needsThePerson([...argv, last])) left.push([...argv, last].join(' '));
  };
  for (const [words, { effects, unchanged }] of rowsOf(commandTable)) {
    const onlyReads = effects.every((effect) => effect === 'reads');
    for (const before of [[], ['a'], ['-x']]) {
      const argv = [...words, ...before];
      for (const secret of ['.env', '--to=.env', 'lib/.git/config']) check(argv, secret);
      if (onlyReads || unchanged === 'operands' || (unchanged === 'first' && before.length === 0)) continue;
      for (const path of ['package.json', 'bin/x', '--to=AGENTS.md']) check(argv, path);
    }
  }
  expect(left).toEqual([]);
});
