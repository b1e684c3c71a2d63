import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The output and exit code of a command. */
export type Ended = { stdout: string; stderr: string; code: number | null };

type Surroundings = { input?: string | Buffer; env?: Record<string, string>; cwd?: string };

const sourceOf = (command: string) => fileURLToPath(new URL(`../../src/cli/${command}.ts`, import.meta.url));

/** Nothing of this machine's: no companion, no limits, no agent's shell. */
const quiet = {
  PARLEY_DATA_DIR: '/nonexistent/parley',
  ASK_MAX_QUESTIONS: '',
  ASK_MAX_OPTIONS: '',
  ASK_HEADER_MAX_LENGTH: '',
  ASK_QUESTION_MAX_LENGTH: '',
  CLAUDECODE: '',
  GEMINI_CLI: '',
};

/** Starts a command from its source with its standard input at hand. */
export function startCommand(command: string, args: readonly string[], { env, cwd }: Surroundings = {}) {
  const child = spawn(process.execPath, [sourceOf(command), ...args], {
    env: { ...process.env, ...quiet, ...env },
    ...(cwd !== undefined && { cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const ended = output.then(([stdout, stderr]): Ended => ({ stdout, stderr, code: child.exitCode }));
  return { child, ended };
}

/** Runs a command from its source to its end, with `input` as all of its standard input. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { input = '', ...rest }: Surroundings = {},
): Promise<Ended> {
  const { child, ended } = startCommand(command, args, rest);
  // A command that ends early does not read to the end.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return ended;
}

/** The words that run a command from its source, for a shell. */
export function commandLine(command: string, args: readonly string[]): string {
  return [process.execPath, sourceOf(command), ...args]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ');
}
