import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vendors } from './vendors.ts';

const external = join(import.meta.dirname, '..');

/** The files that are the same for every agent. */
const generic = readdirSync(external, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('vendors'),
);

/** A page of a list has a cursor too. */
const ids = vendors.map(({ id }) => id).filter((id) => id !== 'cursor');

test('only the files of vendors name an agent', () => {
  const named = generic.flatMap((path) => {
    const text = readFileSync(join(external, path), 'utf8').toLowerCase();
    return ids.filter((id) => text.includes(id)).map((id) => `${path}: ${id}`);
  });
  expect(generic.length).toBeGreaterThan(30);
  expect(named).toEqual([]);
});

test('no two agents share an id or an extension method', () => {
  const known = vendors.map(({ id }) => id);
  const methods = vendors.flatMap(({ extensionMethods = {} }) => Object.keys(extensionMethods));
  expect(known).toEqual([...new Set(known)]);
  expect(methods).toEqual([...new Set(methods)]);
});
