import type { WorkspaceId } from '../../shared/ids.ts';
import { waitingCountText } from '../../shared/workspace/waiting-count.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { type MenuEntry, separator } from './menus.ts';

export type WaitingChat = Pick<Workspace, 'id' | 'name' | 'waiting'>;

export type TrayAction = { type: 'show'; workspaceId: WorkspaceId } | { type: 'open' } | { type: 'quit' };

/** Returns the waiting workspaces, the last changed first. */
export function waitingOf(workspaces: readonly Workspace[]): WaitingChat[] {
  return workspaces
    .filter(({ waiting }) => waiting > 0)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .map(({ id, name, waiting }) => ({ id, name, waiting }));
}

export function trayMenu(waiting: readonly WaitingChat[]): MenuEntry<TrayAction>[] {
  return [
    ...waiting.map(
      ({ id, name }): MenuEntry<TrayAction> => ({
        kind: 'item',
        label: name,
        action: { type: 'show', workspaceId: id },
      }),
    ),
    separator,
    { kind: 'item', label: 'Open Parley', action: { type: 'open' } },
    { kind: 'item', label: 'Quit', action: { type: 'quit' } },
  ];
}

/** Returns the file name of the tray icon for a count: it ends in the count, or in `many`. */
export function trayPicture(count: number): string {
  return `waiting-${count > 9 ? 'many' : count}.png`;
}

export function quitQuestion(count: number) {
  return {
    title: 'Quit Parley',
    message: `Quit while ${waitingCountText(count)}?`,
    detail: 'What waits is kept and can be answered when Parley is open again. Until then the agents pause.',
    buttons: ['Keep Parley open', 'Quit'],
    quitButton: 1,
    keepButton: 0,
  };
}
