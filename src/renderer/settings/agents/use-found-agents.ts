import { useEffect, useState } from 'react';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { useParley } from '../../parley-context.tsx';

/** Looks once for the external agents on this machine; null until that is done. */
export function useFoundAgents(): FoundAgents | null {
  const { companion } = useParley();
  const [found, setFound] = useState<FoundAgents | null>(null);
  useEffect(() => {
    let active = true;
    companion.client.agents.findExternal().then(
      (known) => {
        if (active) setFound(known);
      },
      () => {
        if (active) setFound({ agents: [], file: '', problem: null });
      },
    );
    return () => {
      active = false;
    };
  }, [companion]);
  return found;
}
