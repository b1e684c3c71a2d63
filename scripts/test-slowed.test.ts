import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const script = join(import.meta.dirname, 'test-slowed.ts');

/** Runs a program beside one busy process. */
function slowed(program: string, ...options: string[]) {
  const words = [script, '--busy', '1', ...options, '--', process.execPath, '-e', program];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'close'), output: text(child.stdout) };
}

/** The busy processes that a run has started. */
const busyBeside = ({ pid }: ChildProcess) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('busy-process.ts'));

const isThere = (pid: string) => existsSync(`/proc/${pid}`);

test('a command is run so many times beside busy processes, unless one fails', async () => {
  const { child, ended, output } = slowed('console.log("ran")', '--times', '2');
  await ended;
  expect(child.exitCode).toBe(0);
  expect((await output).match(/^ran$/gm)).toHaveLength(2);

  const failing = slowed('console.log("ran"); process.exitCode = 3', '--times', '2');
  await failing.ended;
  expect(failing.child.exitCode).toBe(3);
  expect((await failing.output).match(/^ran$/gm)).toHaveLength(1);
  expect(await failing.output).toContain('Run 1 of 2 beside 1 busy processes failed with 3');
});

test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
  'no busy process outlives a run that ends by %s',
  async (signal) => {
    const { child, ended } = slowed('console.log(process.pid); setInterval(() => undefined, 60_000)');
    const printed: unknown[] = await once(child.stdout.setEncoding('utf8'), 'data');
    const [busy = ''] = busyBeside(child);
    expect(isThere(busy)).toBe(true);
    child.kill(signal);
    if (signal === 'SIGKILL') process.kill(Number(printed[0]), 'SIGKILL');
    await ended;
    await expect.poll(() => isThere(busy)).toBe(false);
  },
);
