import { z } from 'zod';
import { answer, ask, question } from '../../../e2e/support/provider.ts';
import type { Block, ServerReply } from '../../../test/main/agents/model/anthropic-server.ts';
import { oneOf } from '../random.ts';
import { wordsIn } from './busy-person.ts';

const bodySchema = z.object({
  tools: z.array(z.object({ name: z.string() })).default([]),
  tool_choice: z.looseObject({ name: z.string().optional() }).optional(),
});

const call = (id: string, name: string, input: unknown): Block => ({ type: 'tool_use', id, name, input });

/** A model that asks, proposes and edits at random, and keeps account of the decisions it heard of. */
export class ScriptedModel {
  readonly #random: () => number;
  readonly #heard = new Set<string>();
  #calls = 0;
  #silent = false;
  #waiting: { words: readonly string[]; resolve: () => void }[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  /** From now on it only says something, and leaves what is pending. */
  beSilent(): void {
    this.#silent = true;
  }

  reply(body: unknown): ServerReply {
    for (const words of wordsIn(JSON.stringify(body))) this.#heard.add(words);
    this.#waiting = this.#waiting.filter(({ words, resolve }) => {
      if (!this.#hasHeard(words)) return true;
      resolve();
      return false;
    });
    const { tools, tool_choice: choice } = bodySchema.parse(body);
    const says: Block = { type: 'text', text: 'Before I go on, one thing has to be decided by you.' };
    const does = this.#silent ? [] : this.#doing(new Set(tools.map(({ name }) => name)), choice?.name);
    return { ...answer(says, ...does), pauseMs: 1 };
  }

  hasHeard(words: string): boolean {
    return this.#heard.has(words);
  }

  /** Waits until it has heard of decisions. */
  hears(words: readonly string[]): Promise<void> {
    if (this.#hasHeard(words)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ words, resolve }));
  }

  #hasHeard(words: readonly string[]): boolean {
    return words.every((word) => this.#heard.has(word));
  }

  /** Half of the previews are left for the person to find; that ends many turns. */
  #doing(offered: ReadonlySet<string>, forced: string | undefined): Block[] {
    const id = `call-${(this.#calls += 1)}`;
    if (forced === 'resolve')
      return this.#random() < 0.3 ? [call(id, 'resolve', { action: 'apply', reason: 'It is right' })] : [];
    const asks = ask(id, { questions: [question('Which way?', 'Way', 'A', 'B')] });
    const plans = call(id, 'propose_plan', { title: `Plan ${this.#calls}`, plan: '# Plan\n\n1. Do it.\n' });
    const edits = call(id, 'write_file', { path: `made/${this.#calls}.txt`, content: 'Made.\n' });
    const changes = offered.has('propose_plan') ? [plans] : offered.has('write_file') ? [edits] : [];
    const chance = this.#random();
    if (chance < 0.08) return [];
    return [chance < 0.6 ? asks : oneOf(this.#random, [asks, ...changes, ...changes, ...changes])];
  }
}
