import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildInputs, isBuilt, stamped } from './source-stamp.ts';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

let root: string;
let out: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-stamp-'));
  out = join(root, 'out');
  mkdirSync(join(root, 'src/shown'), { recursive: true });
  mkdirSync(out);
  write('src/shown/card.ts', 'one');
  write('package.json', '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

/** Waits until what was written counts as older than a build that begins now. */
async function untilOld(): Promise<void> {
  await expect.poll(() => stampedNow()).toBe(true);
}

async function stampedNow(): Promise<boolean> {
  await stamped(out, async () => {}, root);
  return isBuilt(out, root);
}

test('a build of the sources as they are is known, and one of other sources is not', async () => {
  await untilOld();
  write('src/shown/card.ts', 'two');
  expect(isBuilt(out, root)).toBe(false);
  write('src/shown/card.ts', 'one');
  expect(isBuilt(out, root)).toBe(true);
  renameSync(join(root, 'src/shown/card.ts'), join(root, 'src/shown/row.ts'));
  expect(isBuilt(out, root)).toBe(false);
});

test('a test is no part of what is built', async () => {
  await untilOld();
  write('src/shown/card.test.ts', 'expects one');
  expect(isBuilt(out, root)).toBe(true);
});

test('a build during which something was changed and changed back is not taken for one of the sources', async () => {
  await untilOld();
  rmSync(join(out, 'build-stamp'));
  const build = async () => {
    write('src/shown/card.ts', 'two');
    write('src/shown/card.ts', 'one');
    const longAgo = new Date(0);
    utimesSync(join(root, 'src/shown/card.ts'), longAgo, longAgo);
  };
  await stamped(out, build, root);
  expect(isBuilt(out, root)).toBe(false);
});

test('a build during which a file came and went is not, either', async () => {
  await untilOld();
  rmSync(join(out, 'build-stamp'));
  const build = async () => {
    write('src/shown/row.ts', 'new');
    rmSync(join(root, 'src/shown/row.ts'));
  };
  await stamped(out, build, root);
  expect(isBuilt(out, root)).toBe(false);
});

test('every module that the build itself consists of counts as a part of what is built', () => {
  const known = new Set(buildInputs(projectRoot));
  const found = new Set(['scripts/build.ts', 'scripts/gallery.ts', 'electron.vite.config.ts']);
  for (const path of found) {
    const text = readFileSync(join(projectRoot, path), 'utf8');
    for (const [, imported = ''] of text.matchAll(/from '(\.[^']+)'/g))
      found.add(normalize(join(dirname(path), imported)));
  }
  expect(found.size).toBeGreaterThan(7);
  expect([...found].filter((path) => !known.has(path))).toEqual([]);
});
