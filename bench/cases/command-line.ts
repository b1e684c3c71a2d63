import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../e2e/support/hosts.ts';
import type { BenchCase, Figure } from '../bench-case.ts';

const command = join(projectRoot, 'out/cli/ask-user-question.js');

/** Milliseconds of a run of Node with these arguments. */
function timeOf(args: readonly string[], status: number): number {
  const began = performance.now();
  const ended = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (ended.status !== status) throw new Error(`"${args.join(' ')}" ended so: ${ended.stderr}`);
  return performance.now() - began;
}

const against = (title: string, atMost: number): Figure => ({
  type: 'ratio',
  title: `AskUserQuestion ${title}, to \`node -e 0\``,
  of: title,
  to: 'node -e 0',
  goal: { atMost },
});

export const commandLine: BenchCase = {
  name: 'command-line',
  figures: [against('without an argument', 2), against('not JSON', 2), against('with a schema error', 5)],
  async run(measure) {
    await measure(async () => ({
      'node -e 0': timeOf(['-e', '0'], 0),
      'without an argument': timeOf([command], 1),
      'not JSON': timeOf([command, 'questions'], 1),
      'with a schema error': timeOf([command, '{"questions":[{"question":"Which?"}]}'], 1),
    }));
  },
};
