import type { Workspace } from './workspace.ts';

/** Returns how many things wait for the person in these chats: a chat can have several. */
export function waitingCount(workspaces: readonly Pick<Workspace, 'waiting'>[]): number {
  return workspaces.reduce((sum, { waiting }) => sum + waiting, 0);
}

export function waitingCountText(count: number): string {
  return count === 1 ? '1 thing needs you' : `${count} things need you`;
}
