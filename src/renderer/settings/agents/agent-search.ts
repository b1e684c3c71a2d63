import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';

type Installs = readonly AgentInstall[];

type AgentSearchDeps = {
  find: () => Promise<FoundAgents>;
  /** Calls the listener when installs have changed, until what it returns is called. */
  onInstalls: (listener: (now: Installs, before: Installs) => void) => () => void;
};

/** The external agents that were found on this machine, which all who show them see change at once. */
export class AgentSearch {
  readonly #deps: AgentSearchDeps;
  readonly #listeners = new Set<() => void>();
  #found: FoundAgents | null = null;
  /** Installs that are over, until the look that follows has found what came of them. */
  #over: Installs = [];
  #looks = 0;
  #stopFollowing: (() => void) | undefined;

  constructor(deps: AgentSearchDeps) {
    this.#deps = deps;
  }

  readonly found = (): FoundAgents | null => this.#found;

  readonly over = (): Installs => this.#over;

  /** Looks with the first listener, and again when an install is over; forgets what was found with the last. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.look();
      this.#stopFollowing = this.#deps.onInstalls((now, before) => {
        const over = before.filter(({ agent }) => now.every((other) => other.agent !== agent));
        if (over.length === 0) return;
        this.#over = [...this.#over, ...over];
        this.look();
        this.#tell();
      });
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopFollowing?.();
      this.#looks += 1;
      this.#found = null;
      this.#over = [];
    };
  };

  readonly look = (): void => {
    const look = ++this.#looks;
    const show = (found: FoundAgents) => {
      if (look !== this.#looks) return;
      this.#found = found;
      this.#over = [];
      this.#tell();
    };
    this.#deps.find().then(show, () => show(this.#found ?? { agents: [], file: '', problem: null }));
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
