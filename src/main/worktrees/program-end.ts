import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../commands/command-environment.ts';
import { likelyEncoding } from '../commands/likely-encoding.ts';
import { OutputDecoder } from '../commands/output-decoder.ts';
import { endProcesses } from '../commands/processes.ts';
import type { CommandOutputRecorder } from '../commands/running-command.ts';

/** What a program's end was, with the end of what it printed; null where it was ended. */
export type ProgramEnd = { code: number | null; said: string };

type ProgramRun = {
  cwd: string;
  env: Environment;
  stop: AbortSignal;
  input?: string;
  /** Takes what it prints, while it runs. */
  output?: CommandOutputRecorder;
};

/** How long the last words of a program may take once it has ended, in milliseconds. */
const lastWords = 200;

/** How much is returned of what it printed, in characters. */
const longestSaid = 4_000;

/**
 * Runs a program without a terminal until it ends, or `stop` ends it with all that it runs. What it leaves running is not
 * waited for. Rejects where it can't be started.
 */
export async function programEnd(
  program: string,
  args: readonly string[],
  { cwd, env, stop, input = '', output }: ProgramRun,
): Promise<ProgramEnd> {
  // In a group of its own, by which what it runs is ended with it.
  const child = spawn(program, args, { cwd, env, detached: true, windowsHide: true });
  const end = () => void endProcesses({ group: child.pid ?? null, marker: null });
  stop.addEventListener('abort', end, { once: true });
  let printed = '';
  let isOver = false;
  const read = async (stream: Readable): Promise<void> => {
    const decoder = new OutputDecoder(likelyEncoding(env), new Set());
    const take = async (text: string) => {
      if (isOver || text === '') return;
      printed = `${printed}${text}`.slice(-longestSaid);
      await output?.write(text);
    };
    // What is left running may go on printing, which nobody reads.
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) await take(decoder.decode(chunk));
    await take(decoder.end());
  };
  const allRead = Promise.all([read(child.stdout), read(child.stderr)]).catch(() => undefined);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  try {
    if (stop.aborted) end();
    await once(child, 'exit');
    output?.hurry();
    await Promise.race([allRead, pause(lastWords, undefined, { ref: false })]);
    const said = output === undefined ? printed : output.text(longestSaid);
    return { code: child.exitCode, said: said.replace(/^\s*\n/, '').trimEnd() };
  } finally {
    isOver = true;
    stop.removeEventListener('abort', end);
  }
}
