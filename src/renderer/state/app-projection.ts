import type { AppEvent, AppState, Removal } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';

/** The app's state after one more event of its feed. */
export function applyAppEvent(app: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'workspace-changed':
      return {
        ...app,
        workspaces: withWorkspace(app.workspaces, event.workspace),
        removals: withoutRemoval(app.removals, event.workspace.id),
      };
    case 'workspace-removed': {
      const { workspaceId } = event.removal;
      return {
        ...app,
        workspaces: app.workspaces.filter(({ id }) => id !== workspaceId),
        removals: [...withoutRemoval(app.removals, workspaceId), event.removal],
      };
    }
    case 'removal-ended':
      return { ...app, removals: withoutRemoval(app.removals, event.workspaceId) };
    case 'settings-changed':
      return { ...app, settings: event.settings };
    case 'agents-changed':
      return { ...app, agents: event.agents };
    case 'client-tokens-changed':
      return { ...app, clientTokens: event.clientTokens };
    case 'notice':
    case 'open-workspace':
      return app;
  }
}

function withWorkspace(workspaces: readonly Workspace[], changed: Workspace): Workspace[] {
  const index = workspaces.findIndex(({ id }) => id === changed.id);
  return index < 0 ? [changed, ...workspaces] : workspaces.with(index, changed);
}

function withoutRemoval(removals: readonly Removal[], id: WorkspaceId): Removal[] {
  return removals.filter(({ workspaceId }) => workspaceId !== id);
}

/** The order of the list: what waits comes first, then what moved last. */
export function inListOrder(workspaces: readonly Workspace[]): Workspace[] {
  return workspaces.toSorted(
    (one, other) => Number(other.waiting > 0) - Number(one.waiting > 0) || other.updatedAt - one.updatedAt,
  );
}

/** True if a workspace stands in the archive; one that waits for the person never does. */
export function isInArchiveList({ archived, waiting }: Workspace): boolean {
  return archived && waiting === 0;
}

/** The chat that waits next after the open one, going round; null when no other one waits. */
export function nextWaiting(
  workspaces: readonly Workspace[],
  openId: WorkspaceId | null,
): WorkspaceId | null {
  const waiting = inListOrder(workspaces).filter(({ id, waiting: count }) => count > 0 || id === openId);
  const at = waiting.findIndex(({ id }) => id === openId);
  const next = waiting[(at + 1) % waiting.length];
  return next === undefined || next.waiting === 0 ? null : next.id;
}

/** True if a workspace's name, folder or first message contains the search words. */
export function matchesSearch({ name, folder, firstMessage }: Workspace, search: string): boolean {
  const text = `${name}\n${folder}\n${firstMessage}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns the chat that a new window shows: the one it had, else the first of the list. */
export function chatToOpen(workspaces: readonly Workspace[], wished: string): WorkspaceId | null {
  const kept = workspaces.find(({ id }) => id === wished);
  const first = inListOrder(workspaces).find((workspace) => !isInArchiveList(workspace));
  return (kept ?? first)?.id ?? null;
}
