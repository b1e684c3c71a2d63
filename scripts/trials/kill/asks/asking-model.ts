import { answer } from '../../../../e2e/support/provider.ts';
import type { ServerReply } from '../../../../test/main/agents/model/anthropic-server.ts';
import { oneOf } from '../../random.ts';
import { newKey } from './unique-texts.ts';

const tools = ['plain', 'secret', 'link', 'slow'] as const;

/** A model that calls the tools of two servers, which ask the person meanwhile. */
export class AskingModel {
  readonly #random: () => number;
  #calls = 0;
  #silent = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** From now on it only says something. */
  beSilent(): void {
    this.#silent = true;
  }

  reply(): ServerReply {
    const chance = this.#random();
    const count = this.#silent || chance < 0.2 ? 0 : chance < 0.8 ? 1 : 2;
    const calls = Array.from({ length: count }, () => ({
      type: 'tool_use' as const,
      id: `call-${(this.#calls += 1)}`,
      name: `${oneOf(this.#random, ['modern', 'legacy'])}__${oneOf(this.#random, tools)}`,
      input: { key: newKey() },
    }));
    return { ...answer({ type: 'text', text: 'Next.' }, ...calls), pauseMs: 1 };
  }
}
