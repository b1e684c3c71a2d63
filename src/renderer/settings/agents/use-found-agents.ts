import { useSyncExternalStore } from 'react';
import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import type { Parley } from '../../state/parley.ts';

/** The external agents that were found on this machine, which all who show them see change at once. */
class AgentSearch {
  readonly #parley: Pick<Parley, 'companion' | 'store'>;
  readonly #listeners = new Set<() => void>();
  #found: FoundAgents | null = null;
  #looks = 0;
  #stopFollowing: (() => void) | undefined;

  constructor(parley: Pick<Parley, 'companion' | 'store'>) {
    this.#parley = parley;
  }

  readonly found = (): FoundAgents | null => this.#found;

  /** Looks with the first listener, and again when an install has ended; forgets what was found with the last. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.look();
      this.#stopFollowing = this.#parley.store.subscribe(({ app }, { app: before }) => {
        if ((app?.installs.length ?? 0) < (before?.installs.length ?? 0)) this.look();
      });
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopFollowing?.();
      this.#looks += 1;
      this.#found = null;
    };
  };

  readonly look = (): void => {
    const look = ++this.#looks;
    const show = (found: FoundAgents) => {
      if (look !== this.#looks) return;
      this.#found = found;
      for (const listener of this.#listeners) listener();
    };
    this.#parley.companion.client.agents.findExternal().then(show, () => {
      show(this.#found ?? { agents: [], file: '', problem: null });
    });
  };
}

const searches = new WeakMap<Parley['companion'], AgentSearch>();

function useAgentSearch(): AgentSearch {
  const { companion, store } = useParley();
  const known = searches.get(companion);
  if (known !== undefined) return known;
  const search = new AgentSearch({ companion, store });
  searches.set(companion, search);
  return search;
}

/** Looks for the external agents on this machine, and again when an install has ended; null until the first look is done. */
export function useFoundAgents(): FoundAgents | null {
  const { subscribe, found } = useAgentSearch();
  return useSyncExternalStore(subscribe, found);
}

/** Returns what looks for them once more. */
export function useLookForAgents(): () => void {
  return useAgentSearch().look;
}

/** Returns the install of an agent that is under way or failed. */
export function useInstall(agent: string): AgentInstall | undefined {
  return useParleyState(({ app }) => app?.installs.find((install) => install.agent === agent));
}
