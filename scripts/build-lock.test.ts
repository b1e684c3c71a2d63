import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** A process that notes when its work begins and when it ends. */
function build() {
  const program = `
    const { withBuildLock } = await import('${buildLock}');
    const { appendFileSync } = await import('node:fs');
    const { setTimeout: delay } = await import('node:timers/promises');
    await withBuildLock('lock', async () => {
      appendFileSync('log', 'begin ');
      await delay(150);
      appendFileSync('log', 'end ');
    });`;
  const run = promisify(execFile);
  return run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
}

test('of two builds at once one waits for the other', async () => {
  await writeFile(join(folder, 'log'), '');
  await Promise.all([build(), build()]);
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('begin end begin end ');
});
