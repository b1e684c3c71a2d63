import type { AppEvent, AppState } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';

/** The app's state after one more event of its feed. */
export function applyAppEvent(app: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'workspace-changed':
      return { ...app, workspaces: withWorkspace(app.workspaces, event.workspace) };
    case 'settings-changed':
      return { ...app, settings: event.settings };
    case 'agents-changed':
      return { ...app, agents: event.agents };
    case 'open-workspace':
      return app;
  }
}

function withWorkspace(workspaces: readonly Workspace[], changed: Workspace): Workspace[] {
  const index = workspaces.findIndex(({ id }) => id === changed.id);
  return index < 0 ? [changed, ...workspaces] : workspaces.with(index, changed);
}

/** The order of the list: what waits comes first, then what moved last. */
export function inListOrder(workspaces: readonly Workspace[]): Workspace[] {
  return workspaces.toSorted(
    (one, other) => Number(other.waiting > 0) - Number(one.waiting > 0) || other.updatedAt - one.updatedAt,
  );
}

/** Which chat a new window shows: the one it had, else the first of the list. */
export function chatToOpen(workspaces: readonly Workspace[], wished: string): WorkspaceId | null {
  const kept = workspaces.find(({ id }) => id === wished);
  return (kept ?? inListOrder(workspaces)[0])?.id ?? null;
}
