import { answer } from '../../../e2e/support/provider.ts';
import type { ServerReply } from '../../../test/main/agents/model/anthropic-server.ts';
import { oneOf } from '../random.ts';

type Input = { command: string; background?: boolean };

/**
 * Commands that end soon, that keep running, that leave their process group, and that serve in the background.
 */
const commands: readonly [Input, ...Input[]] = [
  { command: 'echo x >> made.txt' },
  { command: 'date >> dates.txt' },
  { command: 'mkdir -p sub; date > sub/file.txt' },
  { command: 'echo y > other.txt; sleep 0.2; rm -f made.txt' },
  { command: 'sleep 300' },
  { command: 'setsid sleep 300 & echo begun; sleep 300' },
  { command: 'setsid sleep 300 & sleep 300', background: true },
];

/** True of a command that runs on until somebody ends it. */
export const isEndless = (line: string) => line.includes('sleep 300');

/** A model that runs commands, one to a step and now and then two, and says something in between. */
export class CommandModel {
  readonly #random: () => number;
  #calls = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  reply(): ServerReply {
    const count = this.#random() < 0.4 ? 0 : this.#random() < 0.7 ? 1 : 2;
    const calls = Array.from({ length: count }, () => ({
      type: 'tool_use' as const,
      id: `call-${(this.#calls += 1)}`,
      name: 'run_command',
      input: oneOf(this.#random, commands),
    }));
    return { ...answer({ type: 'text', text: 'Next.' }, ...calls), pauseMs: 1 };
  }
}
