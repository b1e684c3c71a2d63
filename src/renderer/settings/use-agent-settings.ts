import { useMemo } from 'react';
import { useParley } from '../parley-context.tsx';
import {
  type AgentSettings,
  type ClientTokenSettings,
  createAgentSettings,
  createClientTokenSettings,
} from '../state/agent-settings.ts';

export function useAgentSettings(): AgentSettings & ClientTokenSettings {
  const { companion } = useParley();
  return useMemo(
    () => ({ ...createAgentSettings(companion), ...createClientTokenSettings(companion) }),
    [companion],
  );
}
