import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const buildLock = new URL('build-lock.ts', import.meta.url).href;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-build-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** A process that notes when its work begins and when it ends, which is once another process asks for the lock too. */
function build() {
  const program = `
    const { withBuildLock } = await import('${buildLock}');
    const { appendFileSync, readFileSync } = await import('node:fs');
    const asked = () => readFileSync('asked', 'utf8').length;
    appendFileSync('asked', '.');
    await withBuildLock('lock', async () => {
      appendFileSync('log', 'begin ');
      while (asked() < 2) await new Promise(setImmediate);
      appendFileSync('log', 'end ');
    });`;
  const run = promisify(execFile);
  return run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
}

test('of two builds at once one waits for the other', async () => {
  await Promise.all([build(), build()]);
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('begin end begin end ');
});
