import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '../../../src/shared/previews/decision.ts';
import type { PendingAction } from '../../../src/shared/previews/pending-action.ts';
import type { AgentStatus } from '../agent-status.ts';
import { type Person, waitingCalls, waitingPreviews } from '../person.ts';
import { oneOf } from '../random.ts';
import type { Hand } from './hand.ts';
import type { Life } from './life.ts';

const labels = ['A', 'B'] as const;

/** The longest rest between two things a person does, in milliseconds. */
const longestRest = 10;

/** Words that occur nowhere else: whoever reads them has heard of that decision. */
const newWords = () => `Decided because of ${randomUUID()}`;

/** All such words in a text. */
export const wordsIn = (text: string): string[] => text.match(/Decided because of [0-9a-f-]{36}/g) ?? [];

export type BusyPersonDeps = { person: Person; hand: Hand; agent: AgentStatus; random: () => number };

/** Somebody who does one thing after the other, whatever the chat asks for at that moment. */
export class BusyPerson {
  readonly #person: Person;
  readonly #hand: Hand;
  readonly #agent: AgentStatus;
  readonly #random: () => number;

  constructor({ person, hand, agent, random }: BusyPersonDeps) {
    this.#person = person;
    this.#hand = hand;
    this.#agent = agent;
    this.#random = random;
  }

  /**
   * Does things one after the other, up to so many, and enters others between them, until the moment of a life is
   * reached; then only enters, and sends nothing. Rejects when a call fails.
   */
  async act(life: Life, mostDeeds: number, isReached: () => boolean): Promise<void> {
    for (let deeds = 0; !life.isOver; ) {
      if (deeds >= mostDeeds || isReached()) life.reach();
      if (!life.isReached && (await this.#doOne())) deeds += 1;
      else this.#type();
      await wait(this.#random() * longestRest);
    }
  }

  /** Answers what waits; says whether anything was taken. */
  async answerFirst(): Promise<boolean> {
    const { transcript } = this.#person;
    const [call] = waitingCalls(transcript);
    if (call !== undefined) return this.#person.answer(call, oneOf(this.#random, labels));
    const [preview] = waitingPreviews(transcript);
    return preview !== undefined && this.decide(preview);
  }

  decide(preview: PendingAction): Promise<boolean> {
    const words = newWords();
    return this.#person.decide(preview, this.#decisionOn(preview, words), words);
  }

  async write(): Promise<void> {
    const { window, workspaceId } = this.#person;
    const mode = oneOf(this.#random, ['plan', 'exec'] as const);
    await window.client.workspace.setMode({ workspaceId, mode });
    await this.#hand.send(() => this.#person.write());
  }

  /** Answers, decides or writes, or does not; an agent at work is rarely written to. */
  async #doOne(): Promise<boolean> {
    const { transcript } = this.#person;
    const waits = waitingCalls(transcript).length + waitingPreviews(transcript).length > 0;
    const chance = this.#random();
    if (waits && chance < 0.3) return this.answerFirst();
    if (chance > (this.#agent.now === 'idle' && !waits ? 0.6 : 0.02)) return false;
    await this.write();
    return true;
  }

  /** Enters something that is not sent: in the composer, or on a card. */
  #type(): void {
    const { transcript } = this.#person;
    const text = `${randomUUID().slice(0, 8)} `;
    const [call] = waitingCalls(transcript);
    const [preview] = waitingPreviews(transcript);
    const chance = this.#random();
    if (call !== undefined && chance < 0.3) this.#hand.pick(call, oneOf(this.#random, labels));
    else if (call !== undefined && chance < 0.6) this.#hand.type({ type: 'ask', toolCallId: call }, text);
    else if (preview !== undefined && chance < 0.6)
      this.#hand.type({ type: 'preview', actionId: preview.id }, text);
    else this.#hand.type({ type: 'message' }, text);
  }

  #decisionOn({ preview }: PendingAction, words: string): Decision {
    const notes = [{ at: 0, heading: '', quote: '', text: words }];
    switch (preview.type) {
      case 'custom':
      case 'edit':
        return oneOf<Decision>(this.#random, [
          { type: 'apply', note: words },
          { type: 'discard', reason: words },
        ]);
      case 'plan':
        return oneOf<Decision>(this.#random, [
          { type: 'approve-plan', start: 'here', notes },
          { type: 'refine-plan', notes },
          { type: 'discard', reason: words },
        ]);
    }
  }
}
