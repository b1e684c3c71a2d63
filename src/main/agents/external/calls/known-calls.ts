import type { MessageId, ToolCallId } from '../../../../shared/ids.ts';
import type { ToolKind } from '../../../../shared/transcript/transcript.ts';
import { createMutex, type Mutex } from '../../../mutex.ts';
import { unusedCallId } from '../../unused-call-id.ts';
import type { CallState } from './call-state.ts';

/** A call of the agent as it stands in the chat. */
export type KnownCall = {
  toolCallId: ToolCallId;
  messageId: MessageId;
  kind: ToolKind;
  state: CallState;
  settled: boolean;
  /** Has requests for permission to it wait for each other. */
  readonly asking: Mutex;
};

/** The calls of a chat's agent, by the agent's own ids, and those that were added for what it asks. */
export class KnownCalls {
  readonly #calls = new Map<string, KnownCall>();
  readonly #added = new Set<KnownCall>();
  /** Those who wait until a call is known. */
  readonly #awaited = new Map<string, () => void>();
  readonly #isUsed: (id: ToolCallId) => boolean;

  /** `isUsed` is true of an id that a call of the chat has. */
  constructor(isUsed: (id: ToolCallId) => boolean) {
    this.#isUsed = isUsed;
  }

  get(agentId: string): KnownCall | undefined {
    return this.#calls.get(agentId);
  }

  all(): KnownCall[] {
    return [...this.#calls.values(), ...this.#added];
  }

  /**
   * Adds a call, with an id in the chat that is made from `name`; `agentId` is null for one that is added for what the agent
   * asks.
   */
  begin(
    agentId: string | null,
    name: string,
    call: Pick<KnownCall, 'messageId' | 'kind' | 'state'>,
  ): KnownCall {
    const toolCallId = unusedCallId(name, this.#isUsed);
    const known = { ...call, toolCallId, settled: false, asking: createMutex() };
    if (agentId === null) {
      this.#added.add(known);
      return known;
    }
    this.#calls.set(agentId, known);
    this.#awaited.get(agentId)?.();
    return known;
  }

  /** Agents may use the id of a call that is over for another one. */
  forgetSettled(agentId: string): void {
    if (this.#calls.get(agentId)?.settled === true) this.#calls.delete(agentId);
  }

  /** Resolves once a call is known, and after `patience`, in milliseconds, in any case. */
  async untilKnown(agentId: string, patience: number): Promise<void> {
    if (this.#calls.has(agentId)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patience);
    this.#awaited.set(agentId, resolve);
    await promise;
    clearTimeout(timer);
    this.#awaited.delete(agentId);
  }
}
