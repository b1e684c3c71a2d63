import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Environment, withMarker } from '../../../commands/command-environment.ts';
import { endAtExit } from '../../../commands/end-at-exit.ts';
import { bootName, exitOf } from '../../../commands/processes.ts';
import type { AgentSessionStore } from '../../../storage/agent-session-store.ts';
import { endStored, storeStarted } from '../programs/agent-process.ts';

/** The most that a program may print, in characters; one that prints more is ended. */
const longestOutput = 20_000_000;

/** `output` is what it printed on its standard output; `code` is null where it was ended. */
export type RunEnd =
  | { type: 'exited'; code: number | null; output: string }
  | { type: 'not-started'; problem: string }
  | { type: 'stopped' };

export type RunDeps = {
  env: Environment;
  cwd: string;
  newMarker: () => string;
  store: Pick<AgentSessionStore, 'addProcess' | 'setProcess' | 'dropProcess'>;
  /** Called with each line of its standard error. */
  onLine: (line: string) => void;
};

/**
 * Runs a program in a group of its own, stored like an agent's process, so that a later start of Parley ends what this
 * one could not. Resolves once nothing of it is left; `stop` ends it.
 */
export async function runStored(
  { file, args }: { file: string; args: readonly string[] },
  { env, cwd, newMarker, store, onLine }: RunDeps,
  stop: AbortSignal,
): Promise<RunEnd> {
  if (stop.aborted) return { type: 'stopped' };
  const marker = newMarker();
  store.addProcess(marker, bootName());
  const child = spawn(file, [...args], {
    cwd,
    env: withMarker(env, marker),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  storeStarted(store, marker, child.pid);
  const hasEnded = endAtExit({ group: child.pid ?? null, marker });
  const end = () => endStored(store, marker, child.pid ?? null);
  const onStop = () => void end();
  stop.addEventListener('abort', onStop, { once: true });
  let output = '';
  let printed = 0;
  const count = (chunk: string) => {
    printed += chunk.length;
    if (printed > longestOutput && printed - chunk.length <= longestOutput) void end();
    return printed <= longestOutput;
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (count(chunk)) output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', count);
  const lines = createInterface(child.stderr).on('line', onLine);
  const isRead = new Promise((resolve) => lines.once('close', resolve));

  const exit = await exitOf(child);
  await end();
  stop.removeEventListener('abort', onStop);
  hasEnded();
  if (stop.aborted) return { type: 'stopped' };
  if (exit.type === 'not-started') return exit;
  await isRead;
  return { type: 'exited', code: exit.code, output };
}
