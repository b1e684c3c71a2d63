import type { Workspace } from '../../shared/workspace/workspace.ts';

/** How much of what waits in a chat is its own agent's. */
export function ownWaiting({ waiting, outside }: Pick<Workspace, 'waiting' | 'outside'>): number {
  return waiting - (outside?.waiting ?? 0);
}
