import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from './hosts.ts';
import type { Parley } from './parley.ts';

export type Ended = { stdout: string; stderr: string; code: number | null };

type Surroundings = { cwd?: string; env?: Record<string, string> };

/** Starts a built command beside a running Parley, without a terminal. */
export function startCommand(
  { dataDir, workspaceDir }: Pick<Parley, 'dataDir' | 'workspaceDir'>,
  file: 'parley.js' | 'ask-user-question.js',
  args: readonly string[],
  { cwd = workspaceDir, env }: Surroundings = {},
) {
  const child = spawn(join(projectRoot, 'out/cli', file), args, {
    cwd,
    env: { ...process.env, CLAUDECODE: '', GEMINI_CLI: '', PARLEY_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const ended = output.then(([stdout, stderr]): Ended => ({ stdout, stderr, code: child.exitCode }));
  return { child, ended };
}

/** The input of the command AskUserQuestion: one question with two options. */
export const whichOne = (question: string, header = 'Which') =>
  JSON.stringify({
    questions: [
      {
        question,
        header,
        options: [
          { label: 'First', description: 'The first of them' },
          { label: 'Second', description: 'The second of them' },
        ],
        multiSelect: false,
      },
    ],
  });
