import { useSyncExternalStore } from 'react';
import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import type { Parley } from '../../state/parley.ts';
import { AgentSearch } from './agent-search.ts';

const searches = new WeakMap<Parley['companion'], AgentSearch>();

function useAgentSearch(): AgentSearch {
  const { companion, store } = useParley();
  const known = searches.get(companion);
  if (known !== undefined) return known;
  const search = new AgentSearch({
    find: () => companion.client.agents.findExternal(),
    onInstalls: (listener) =>
      store.subscribe(({ app }, { app: before }) => listener(app?.installs ?? [], before?.installs ?? [])),
  });
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

/** Returns the install of an agent that is under way or failed, or is over and not looked at yet. */
export function useInstall(agent: string): AgentInstall | undefined {
  const { subscribe, over } = useAgentSearch();
  const isOver = useSyncExternalStore(subscribe, over).find((install) => install.agent === agent);
  const install = useParleyState(({ app }) => app?.installs.find((now) => now.agent === agent));
  return install ?? isOver;
}
