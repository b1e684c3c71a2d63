import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './claim-data-dir.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-lock-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

test('a data dir has one companion at a time', () => {
  const first = lockDataDir(dataDir);
  expect(first).toBeDefined();
  expect(lockDataDir(dataDir)).toBeUndefined();
  first?.release();
  const next = lockDataDir(dataDir);
  expect(next).toBeDefined();
  next?.release();
});

test('nobody else can read the lock, whoever may enter the folder', async () => {
  lockDataDir(dataDir)?.release();
  expect((await stat(join(dataDir, 'companion.lock'))).mode & 0o777).toBe(0o600);
});

test.each([
  ['text', 'not a database, and more than a page of it '.repeat(200)],
  ['zeros', '\0'.repeat(4_096)],
  ['a database of nonsense', `SQLite format 3\0${'?'.repeat(4_096)}`],
])(
  'a lock of %s is set aside beside the earlier ones, and still only one start gets it',
  async (_, content) => {
    for (const kept of ['companion.lock.damaged', 'companion.lock.damaged-2']) {
      await writeFile(join(dataDir, 'companion.lock'), content);
      const first = lockDataDir(dataDir);
      expect(first).toBeDefined();
      expect(lockDataDir(dataDir)).toBeUndefined();
      first?.release();
      expect(await readFile(join(dataDir, kept), 'utf8')).toBe(content);
    }
  },
);
