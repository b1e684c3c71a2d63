import type { Workspace } from './workspace.ts';

/** In per cent of the model's window. */
export const nearlyFull = 80;

/** Returns how full the model's context is, in per cent; null where unknown. */
export function contextShare({ agent, usage }: Pick<Workspace, 'agent' | 'usage'>): number | null {
  const { contextWindow } = agent;
  if (contextWindow === null || usage.context === 0) return null;
  return Math.min(100, Math.round((100 * usage.context) / contextWindow));
}

/** True where the agent can be told to make room in its context. */
export function canCompact({ agent }: Pick<Workspace, 'agent'>): boolean {
  return agent.inLoop ? agent.id !== 'guide' : agent.compacts === true;
}
