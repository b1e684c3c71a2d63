import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportedFailure } from '../../shared/host/host.ts';
import { runUntilExit } from './start-electron.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-electron-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** A program in the place of Electron that ends at once. */
async function endsWith(code: number) {
  const binary = join(folder, 'electron');
  await writeFile(binary, `#!/bin/sh\nexit ${code}\n`);
  await chmod(binary, 0o755);
  return runUntilExit(binary, { version: '1.2.3', open: false });
}

test('an Electron that cannot start is no reason to give up', async () => {
  expect(await endsWith(127)).toMatchObject({ status: 'unavailable' });
});

test('an Electron that has said what is wrong is not followed by another host', async () => {
  expect(await endsWith(reportedFailure)).toEqual({ status: 'ended', code: 1 });
});

test('an Electron that was closed ends the command', async () => {
  expect(await endsWith(0)).toEqual({ status: 'ended', code: 0 });
});
