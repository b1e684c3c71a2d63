import { useEffect, useState } from 'react';
import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';

/** Looks for the external agents on this machine, and again when an install has ended; null until the first look is done. */
export function useFoundAgents(): FoundAgents | null {
  const { companion, store } = useParley();
  const [found, setFound] = useState<FoundAgents | null>(null);
  useEffect(() => {
    let active = true;
    const look = () =>
      void companion.client.agents.findExternal().then(
        (known) => {
          if (active) setFound(known);
        },
        () => {
          if (active) setFound((before) => before ?? { agents: [], file: '', problem: null });
        },
      );
    look();
    const stop = store.subscribe(({ app }, { app: before }) => {
      if ((app?.installs.length ?? 0) < (before?.installs.length ?? 0)) look();
    });
    return () => {
      active = false;
      stop();
    };
  }, [companion, store]);
  return found;
}

/** Returns the install of an agent that is under way or failed. */
export function useInstall(agent: string): AgentInstall | undefined {
  return useParleyState(({ app }) => app?.installs.find((install) => install.agent === agent));
}
