import { useEffect, useState } from 'react';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';

/** Looks for the external agents on this machine, and again when an install has ended; null until the first look is done. */
export function useFoundAgents(): FoundAgents | null {
  const { companion } = useParley();
  const [found, setFound] = useState<FoundAgents | null>(null);
  const installing = useParleyState(({ app }) => app?.installs.map(({ agent }) => agent).join(' ') ?? '');
  useEffect(() => {
    let active = true;
    companion.client.agents.findExternal().then(
      (known) => {
        if (active) setFound(known);
      },
      () => {
        if (active) setFound((before) => before ?? { agents: [], file: '', problem: null });
      },
    );
    return () => {
      active = false;
    };
    // biome-ignore lint: the list may be another one once an install is over
  }, [companion, installing]);
  return found;
}
