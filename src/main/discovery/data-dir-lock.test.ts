import { mkdtemp, rm, stat } from 'node:fs/promises';
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
