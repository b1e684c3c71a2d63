import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { z } from 'zod';
import { projectRoot } from '../../../e2e/support/hosts.ts';
import { createAskUserQuestionHandler } from '../../../src/shared/dialects/agent-shell/handler.ts';
import { patience } from '../patience.ts';
import { type CommandInput, commandInputs } from './command-inputs.ts';
import { databaseMark } from './database-mark.ts';

export type CommandFigures = {
  inProcess: { inputs: number; codes: Record<string, number> };
  processes: { inputs: number; codes: Record<string, number> };
  failures: string[];
  changes: number;
};

type Fuzzed = { dataDir: string; folder: string };

/** Exit codes of a command: done, refused, nobody decided, nobody there. */
const codesThatAre = new Set(['0', '1', '2', '3']);

const atOnce = 4;
const nowhere = '/nonexistent/parley';

/**
 * Calls the commands with arguments, variables and standard input that are wrong in every way: mostly through
 * their own entries in one process, sometimes as processes of the built commands. Each must end with a code and a
 * message of its own; what is refused must change nothing in the running Parley.
 */
export async function fuzzCommandLine(fuzzed: Fuzzed, runs: number, seed: number): Promise<CommandFigures> {
  const failures: string[] = [];
  const inProcess = await runWorker(fuzzed, runs, seed, failures);
  const before = databaseMark(fuzzed.dataDir);
  const processes = await runProcesses(fuzzed, Math.ceil(runs / 33), seed + 1, failures);
  const changes = Number(databaseMark(fuzzed.dataDir) !== before);
  return { inProcess, processes, failures, changes };
}

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begun'), index: z.number() }),
  z.object({ type: z.literal('done'), codes: z.record(z.string(), z.number()) }),
]);

async function runWorker({ folder }: Fuzzed, runs: number, seed: number, failures: string[]) {
  const file = join(folder, 'input');
  const words = ['--runs', `${runs}`, '--seed', `${seed}`, '--file', file];
  const child = fork(join(import.meta.dirname, 'command-worker.ts'), words, {
    env: { ...process.env, PARLEY_DATA_DIR: nowhere },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let begun = 0;
  let codes: Record<string, number> | undefined;
  let clock = setTimeout(() => child.kill('SIGKILL'), patience);
  child.on('message', (raw) => {
    const message = messageSchema.parse(raw);
    if (message.type === 'done') codes = message.codes;
    else {
      begun = message.index;
      clearTimeout(clock);
      clock = setTimeout(() => child.kill('SIGKILL'), patience);
    }
  });
  await once(child, 'exit');
  clearTimeout(clock);
  if (codes === undefined || child.exitCode !== 0) {
    const input = fc.sample(commandInputs, { numRuns: runs, seed })[begun];
    failures.push(`in process: ${child.signalCode ?? child.exitCode} at ${begun}: ${fc.stringify(input)}`);
  }
  const odd = Object.keys(codes ?? {}).filter((code) => !codesThatAre.has(code));
  if (odd.length > 0) failures.push(`in process: ended with ${odd.join(', ')}`);
  return { inputs: begun + 1, codes: codes ?? {} };
}

async function runProcesses({ dataDir, folder }: Fuzzed, runs: number, seed: number, failures: string[]) {
  const inputs = fc.sample(commandInputs, { numRuns: runs, seed });
  const codes: Record<string, number> = {};
  for (let start = 0; start < inputs.length; start += atOnce) {
    const ends = inputs.slice(start, start + atOnce).map(async (input) => {
      const place = isRefused(input) ? dataDir : nowhere;
      const { code, stderr } = await runCommand(input, place, folder);
      codes[code] = (codes[code] ?? 0) + 1;
      if (!codesThatAre.has(code) || /^ {4}at .*:\d+:\d+\)?$/m.test(stderr))
        failures.push(`process: ${code} for ${fc.stringify(input)}: ${stderr.slice(0, 500)}`);
    });
    await Promise.all(ends);
  }
  return { inputs: runs, codes };
}

/** True for a call that asks nobody; others are made only where somebody is. */
function isRefused({ command, args, env, text: read }: CommandInput): boolean {
  if (args.includes('--data-dir')) return false;
  switch (command) {
    case 'AskUserQuestion':
      return createAskUserQuestionHandler(env).read(args).type === 'done' && args.length === 1;
    case 'ask':
      return !isObject(read);
    case 'review':
      return read.trim() === '';
  }
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

async function runCommand({ command, args, env, text: read }: CommandInput, dataDir: string, cwd: string) {
  const words =
    command === 'AskUserQuestion'
      ? ['ask-user-question.js', ...args]
      : ['parley.js', command, ...(command === 'review' ? ['-'] : []), ...args];
  const [file = '', ...rest] = words;
  const child = spawn(process.execPath, [join(projectRoot, 'out/cli', file), ...rest], {
    cwd,
    env: { ...process.env, CLAUDECODE: '', GEMINI_CLI: '', ...env, PARLEY_DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: patience,
    killSignal: 'SIGKILL',
  });
  // A command that ends early does not read to the end.
  child.stdin.on('error', () => undefined);
  child.stdin.end(read);
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: `${child.exitCode ?? child.signalCode}`, stderr };
}
