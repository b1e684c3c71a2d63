import type { Workspace } from './workspace.ts';

/** From this share on, in per cent, a chat is said to be nearly full. */
export const nearlyFull = 80;

/** Returns how much of what its model reads a chat takes, in per cent; null where that is not known. */
export function contextShare({ agent, usage }: Pick<Workspace, 'agent' | 'usage'>): number | null {
  const { contextWindow } = agent;
  if (contextWindow === null || usage.context === 0) return null;
  return Math.min(100, Math.round((100 * usage.context) / contextWindow));
}
