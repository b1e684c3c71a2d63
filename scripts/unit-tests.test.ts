import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownModuleTests, slowTests } from './unit-tests.ts';

test('what the lists name is there', () => {
  expect([...slowTests, ...ownModuleTests].filter((file) => !existsSync(file))).toEqual([]);
});

test('every test that replaces a module has its modules to itself', () => {
  const files = globSync('{src,scripts,bench}/**/*.test.{ts,tsx}');
  const replaces = /\bvi\.mock\(/;
  const replacing = files.filter((file) => replaces.test(readFileSync(file, 'utf8')));
  expect(replacing.filter((file) => !ownModuleTests.includes(file))).toEqual([]);
});
