import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownModuleTests, slowTests } from './unit-tests.ts';

const testFiles = globSync('{src,scripts,bench}/**/*.test.{ts,tsx}');

test('what the lists name is there', () => {
  expect([...slowTests, ...ownModuleTests].filter((file) => !existsSync(file))).toEqual([]);
});

test('every test that replaces a module has its modules to itself', () => {
  const replaces = /\bvi\.mock\(/;
  const replacing = testFiles.filter((file) => replaces.test(readFileSync(file, 'utf8')));
  expect(replacing.filter((file) => !ownModuleTests.includes(file))).toEqual([]);
});

test.each([
  ['a wait that has a bound of its own', /\bvi\.wait(For|Until)\(|\.poll\([^;]*\{\s*timeout:/],
  [
    'a test that has a bound of its own',
    /^\s*\{\s*timeout: [\d_]+,?\s*\}, |', \{\s*timeout: [\d_]+|^\s*\}, [\d_]+\);$/m,
  ],
  ['a pause', /'node:timers\/promises'|new Promise\(\((\w+)\) => setTimeout\(\1,/],
])('nowhere is %s: `vitest.config.ts` ends what hangs', (_, pattern) => {
  const own = import.meta.filename;
  const found = testFiles.filter((file) => !own.endsWith(file) && pattern.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});
