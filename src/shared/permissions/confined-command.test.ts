import { expect, it } from 'vitest';
import { argvOf } from './argv.ts';
import { mayRunConfined } from './confined-command.ts';

const may = (line: string) => mayRunConfined(argvOf(line) ?? ['?']);

it.each([
  'npm test',
  'npm run build',
  'npm test -- --watch',
  'npx vitest run',
  'node scripts/build.js',
  'sh scripts/build.sh',
  'python3 scripts/check.py',
  'pytest tests',
  'cargo build',
  'go test ./...',
  'make test',
  'tsc --noEmit',
  'mkdir dist',
  'cat src/a.ts',
  'timeout 60 npm test',
])('lets %s run confined without a card', (line) => {
  expect(may(line)).toBe(true);
});

it.each([
  ['deletes', 'rm src/a.ts'],
  ['deletes at large', 'rm -rf dist'],
  ['deletes by another program', 'timeout 5 rm src/a.ts'],
  ['deletes in a shell', `sh -c 'cd src; rm a.ts'`],
  ['deletes what it is handed', 'xargs rm'],
  ['sends', 'curl https://example.com'],
  ['sends by another program', 'env A=1 curl https://example.com'],
  ['publishes', 'npm publish'],
  ['rewrites', 'git push --force'],
  ['reads git', 'git log -p'],
  ['changes git', 'git add .'],
  ['starts git by its path', '/usr/bin/git status'],
  ['starts git in a shell', `sh -c 'git status'`],
  ['has other rights', 'sudo make'],
  ['is not known', 'mytool --all'],
  ['has an option that is not known', 'npm test -- --reporter=./x.mjs'],
  ['is a program of the folder', './build.sh'],
  ['names a secret', 'cat .env'],
  ['names a secret in a script', `node -e 'require("fs").readFileSync(".env")'`],
  ['changes a protected file', 'cp a package.json'],
  ['changes package.json', 'npm pkg set name=x'],
  ['reads outside', 'cat ../other'],
])('asks about one that %s: %s', (_, line) => {
  expect(may(line)).toBe(false);
});
