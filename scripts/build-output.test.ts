import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceOutput } from './build-output.ts';

const dayMs = 24 * 60 * 60 * 1_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-output-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** A build whose chunk is named after it, put into place `days` from now. */
async function build(name: string, days = 0): Promise<void> {
  for (const path of ['main/index.js', `main/chunks/late-${name}.js`, `renderer/${name}.html`]) {
    await mkdir(dirname(join(folder, 'next', path)), { recursive: true });
    await writeFile(join(folder, 'next', path), name);
  }
  replaceOutput(join(folder, 'next'), join(folder, 'out'), Date.now() + days * dayMs);
}

const isThere = (path: string) => existsSync(join(folder, 'out', path));

test('a build takes the place of the one before', async () => {
  await build('1');
  await build('2');
  expect(await readFile(join(folder, 'out/main/index.js'), 'utf8')).toBe('2');
  expect(isThere('renderer/1.html')).toBe(false);
  expect(existsSync(join(folder, 'next'))).toBe(false);
});

test('a host on an earlier build still finds what it loads late, however old its build is', async () => {
  await build('1');
  const longAgo = new Date(Date.now() - 30 * dayMs);
  await utimes(join(folder, 'out/main/chunks/late-1.js'), longAgo, longAgo);
  await build('2');
  await build('3');
  for (const name of ['1', '2', '3']) expect(isThere(`main/chunks/late-${name}.js`)).toBe(true);
});

test('what was replaced a week ago goes', async () => {
  await build('1');
  await build('2');
  await build('3', 8);
  expect(isThere('main/chunks/late-1.js')).toBe(false);
  expect(isThere('main/chunks/late-2.js')).toBe(true);
});
