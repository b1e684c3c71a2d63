import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcesses } from '../commands/processes.ts';

/** What a program's end was, with the end of what it printed; null where it was ended. */
export type ProgramEnd = { code: number | null; said: string };

type ProgramRun = { cwd: string; env: NodeJS.ProcessEnv; stop: AbortSignal; input?: string };

/** How long the last words of a program may take once it has ended, in milliseconds. */
const lastWords = 200;

/**
 * Runs a program without a terminal until it ends, or `stop` ends it with all that it runs. What it leaves running is not
 * waited for. Rejects where it can't be started.
 */
export async function programEnd(
  program: string,
  args: readonly string[],
  { cwd, env, stop, input = '' }: ProgramRun,
): Promise<ProgramEnd> {
  // In a group of its own, by which what it runs is ended with it.
  const child = spawn(program, args, { cwd, env, detached: true, windowsHide: true });
  const end = () => void endProcesses({ group: child.pid ?? null, marker: null });
  stop.addEventListener('abort', end, { once: true });
  let said = '';
  const take = (chunk: Buffer) => {
    said = `${said}${chunk.toString('utf8')}`.slice(-4_000);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = once(child, 'close').catch(() => undefined);
  try {
    if (stop.aborted) end();
    await once(child, 'exit');
    await Promise.race([closed, pause(lastWords, undefined, { ref: false })]);
    return { code: child.exitCode, said: said.trim() };
  } finally {
    stop.removeEventListener('abort', end);
  }
}
