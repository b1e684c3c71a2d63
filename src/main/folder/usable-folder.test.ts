import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { suggestFolder } from './usable-folder.ts';

test('a folder with something in it is suggested as it is', () => {
  const dataDir = temporaryFolder();
  const wished = join(dataDir, 'wished');
  mkdirSync(wished);
  writeFileSync(join(wished, 'a.txt'), 'a');
  expect(suggestFolder(wished, dataDir)).toBe(wished);
});

test.each([
  ['a whole home', () => homedir()],
  ['a whole disk', () => '/'],
  ['a folder that is not there', (dataDir: string) => join(dataDir, 'gone')],
  [
    'an empty folder',
    (dataDir: string) => {
      mkdirSync(join(dataDir, 'empty'));
      return join(dataDir, 'empty');
    },
  ],
])('instead of %s, an example project is suggested', (_, wished) => {
  const dataDir = temporaryFolder();
  const folder = suggestFolder(wished(dataDir), dataDir);
  expect(folder).toBe(join(dataDir, 'example-project'));
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('bird-notes');
});

test('an example project that was changed stays as it is', () => {
  const dataDir = temporaryFolder();
  const folder = suggestFolder('/', dataDir);
  writeFileSync(join(folder, 'package.json'), 'mine');
  expect(suggestFolder('/', dataDir)).toBe(folder);
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('mine');
});

test('where no example can be written, the wish stands', () => {
  const file = join(temporaryFolder(), 'a file');
  writeFileSync(file, '');
  expect(suggestFolder('/', file)).toBe('/');
});
