import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type CommandOptions = { cwd: string; env?: NodeJS.ProcessEnv };

/** Runs a program and returns its standard output. When it fails, throws with what it printed. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env = process.env }: CommandOptions,
): Promise<string> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0) return stdout;
  throw new Error(`${[program, ...args].join(' ')} ended with ${child.exitCode}:\n${stderr}${stdout}`);
}
