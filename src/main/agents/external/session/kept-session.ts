import type { HistoryEntry } from '../../../chat/chat-history.ts';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { HostedFacts, HostedSession } from '../../../storage/hosted-store.ts';
import type { HostedParts } from '../external-deps.ts';

const noFacts: HostedFacts = {
  model: '',
  contextWindow: null,
  cost: null,
  plans: true,
  byItself: false,
  steers: false,
};

/** The stored state of a chat's session with its agent; that of another agent is none. */
export class KeptSession {
  readonly #parts: Pick<HostedParts, 'hosted' | 'workspaces'>;
  readonly #workspaceId: WorkspaceId;
  readonly #agent: string;
  /** Number of the texts that the agent was given and has not shown to have heard. */
  #given = 0;

  constructor(parts: Pick<HostedParts, 'hosted' | 'workspaces'>, workspaceId: WorkspaceId, agent: string) {
    this.#parts = parts;
    this.#workspaceId = workspaceId;
    this.#agent = agent;
  }

  read(): HostedSession {
    const known = this.#parts.hosted.session(this.#workspaceId);
    if (known?.agent === this.#agent) return known;
    return {
      agent: this.#agent,
      sessionId: null,
      messageId: null,
      untold: [],
      facts: noFacts,
      opens: null,
      opened: false,
    };
  }

  /** True when the session knows all of a chat: its last answer is the chat's, which may have been begun without a word. */
  knows(history: readonly HistoryEntry[]): boolean {
    const answers = history.filter((entry) => entry.role === 'agent');
    const spoken = answers.findLast(({ steps }) => steps.length > 0);
    return [answers.at(-1)?.messageId, spoken?.messageId ?? null].includes(this.read().messageId);
  }

  save(change: Partial<HostedSession>): void {
    this.#parts.hosted.saveSession(this.#workspaceId, { ...this.read(), ...change });
  }

  /** Returns what the agent is to be told now; it is told again until it is heard. */
  give(): string[] {
    const { untold } = this.read();
    this.#given = untold.length;
    return untold;
  }

  /** The agent goes on after what it was given. */
  heard(): void {
    if (this.#given === 0) return;
    this.save({ untold: this.read().untold.slice(this.#given) });
    this.#given = 0;
  }

  /** Keeps what the agent said of itself, and tells the windows where it is new. */
  noteFacts(change: Partial<HostedFacts>): void {
    const { facts } = this.read();
    const now = { ...facts, ...change };
    if (JSON.stringify(now) === JSON.stringify(facts)) return;
    this.save({ facts: now });
    this.#parts.workspaces.changed(this.#workspaceId);
  }
}
