import { blocksText, textIn } from './update-content.ts';
import type { CallState } from './call-state.ts';
import type { SessionUpdate } from '../protocol.schema.ts';

/** The most compactions that one agent's process is followed in. */
const mostCompactions = 1_000;

/** What stores calls of Parley's own about an agent. */
export type OwnCalls<Known> = {
  addOwn(name: string, own: Partial<CallState>): Known | undefined;
  changeOwn(known: Known, change: Partial<CallState>): void;
};

type Compaction<Known> = { known: Known; text: string; isOver: boolean };

const ends: ReadonlyMap<string, CallState['status']> = new Map([
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'failed'],
]);

/** The compactions of an agent's context, each with the summary that stands for what was said before (ACP `compaction_update`). */
export class Compactions<Known> {
  readonly #calls: OwnCalls<Known>;
  readonly #known = new Map<string, Compaction<Known>>();

  constructor(calls: OwnCalls<Known>) {
    this.#calls = calls;
  }

  /** Takes an update about a compaction, or a piece of its summary; one that is over gets no other end. */
  take(update: SessionUpdate): void {
    const compaction = this.#of(update.compactionId);
    if (compaction === undefined) return;
    const { error, status = '', summary } = update;
    if (update.sessionUpdate === 'compaction_summary_chunk') compaction.text += textIn(update);
    else if (summary !== undefined) compaction.text = blocksText(summary);
    const end = compaction.isOver ? undefined : ends.get(status);
    compaction.isOver ||= end !== undefined;
    this.#calls.changeOwn(compaction.known, {
      rawOutput: end === 'failed' ? (error ?? '') : compaction.text,
      ...(end !== undefined && { status: end }),
    });
  }

  #of(id: string | undefined): Compaction<Known> | undefined {
    if (id === undefined) return undefined;
    const before = this.#known.get(id);
    if (before !== undefined || this.#known.size >= mostCompactions) return before;
    const own = { own: 'summary', title: 'Summary of what was said before', status: 'in_progress' } as const;
    const known = this.#calls.addOwn('session', own);
    if (known === undefined) return undefined;
    const compaction = { known, text: '', isOver: false };
    this.#known.set(id, compaction);
    return compaction;
  }
}
