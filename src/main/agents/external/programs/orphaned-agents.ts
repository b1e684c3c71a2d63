import type { AgentSessionStore } from '../../../storage/agent-session-store.ts';

/** The processes of agents that an earlier process of Parley started and did not end. */
export class OrphanedAgents {
  readonly #store: AgentSessionStore;
  readonly #report: (error: unknown) => string;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(store: AgentSessionStore, report: (error: unknown) => string) {
    this.#store = store;
    this.#report = report;
  }

  /** Begins to end them. */
  end(): void {
    if (this.#store.processes().length === 0) return;
    const end = async () => (await import('./agent-process.ts')).endOrphanedProcesses(this.#store);
    this.#ended = end().catch(this.#report);
  }

  /** Resolves once nothing of them runs any more. */
  ended(): Promise<unknown> {
    return this.#ended;
  }
}
