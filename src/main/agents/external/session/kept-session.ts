import type { HistoryEntry } from '../../../chat/chat-history.ts';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { AgentFacts, AgentSessionStore, StoredSession } from '../../../storage/agent-session-store.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';

type KeptDeps = { sessions: AgentSessionStore; workspaces: Workspaces };

const noFacts: AgentFacts = {
  model: '',
  contextWindow: null,
  cost: null,
  plans: true,
  byItself: false,
  compacts: false,
  steers: false,
  servers: '',
  addsFolders: false,
};

/** The stored state of a chat's session with its agent; that of another agent is none. */
export class KeptSession {
  readonly #deps: KeptDeps;
  readonly #workspaceId: WorkspaceId;
  readonly #agent: string;
  /** Number of the texts of pending context that are in a prompt to which the agent has not reacted. */
  #given = 0;

  constructor(deps: KeptDeps, workspaceId: WorkspaceId, agent: string) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#agent = agent;
  }

  read(): StoredSession {
    const known = this.#deps.sessions.session(this.#workspaceId);
    if (known?.agent === this.#agent) return known;
    return {
      agent: this.#agent,
      sessionId: null,
      messageId: null,
      pendingContext: [],
      facts: noFacts,
      opens: null,
      opened: false,
      folders: known?.folders ?? [],
    };
  }

  /** True when the session knows all of a chat: the last answer there is the chat's last, an empty one aside. */
  knows(history: readonly HistoryEntry[]): boolean {
    const answers = history.filter((entry) => entry.role === 'agent');
    const spoken = answers.findLast(({ steps }) => steps.length > 0);
    return [answers.at(-1)?.messageId, spoken?.messageId ?? null].includes(this.read().messageId);
  }

  save(change: Partial<StoredSession>): void {
    this.#deps.sessions.saveSession(this.#workspaceId, { ...this.read(), ...change });
  }

  /** Returns the pending context for a prompt. It stays pending until the agent reacts to that prompt. */
  giveContext(): string[] {
    const { pendingContext } = this.read();
    this.#given = pendingContext.length;
    return pendingContext;
  }

  /** Drops the context that was given: the agent has reacted. */
  confirmContext(): void {
    if (this.#given === 0) return;
    this.save({ pendingContext: this.read().pendingContext.slice(this.#given) });
    this.#given = 0;
  }

  /** Stores what the agent said of itself, and shows it in the windows where it is new. */
  noteFacts(change: Partial<AgentFacts>): void {
    const { facts } = this.read();
    const now = { ...facts, ...change };
    if (JSON.stringify(now) === JSON.stringify(facts)) return;
    this.save({ facts: now });
    this.#deps.workspaces.changed(this.#workspaceId);
  }
}
