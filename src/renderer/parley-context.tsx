import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { WorkspaceId } from '../shared/ids.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { ownsFolder } from '../shared/worktrees/begun-on.ts';
import type { ConnectionState } from './connection/connection.ts';
import type { Parley } from './state/parley.ts';
import type { ParleyState } from './state/parley-store.ts';
import type { ViewState } from './state/view-store.ts';

export const ParleyContext = createContext<Parley | null>(null);

export function useParley(): Parley {
  const parley = use(ParleyContext);
  if (parley === null) throw new Error('A component stands outside ParleyContext');
  return parley;
}

export function useParleyState<Value>(select: (state: ParleyState) => Value): Value {
  return useStore(useParley().store, select);
}

export function useView<Value>(select: (state: ViewState) => Value): Value {
  return useStore(useParley().view, select);
}

export function useConnection(): ConnectionState {
  return useStore(useParley().companion.connection);
}

export function useOpenWorkspace(): Workspace | undefined {
  return useParleyState(({ app, openId }) => app?.workspaces.find(({ id }) => id === openId));
}

/** True where a file can be opened in the person's editor. */
export function useHasEditor(): boolean {
  return useParleyState(({ app }) => app !== null && (app.settings.editor ?? app.about.foundEditor) !== '');
}

/** True where a chat works in a worktree of its own. */
export function useOwnsFolder(workspaceId: WorkspaceId): boolean {
  return useParleyState(({ app }) => ownsFolder(app?.workspaces.find(({ id }) => id === workspaceId)));
}

export function useAgentName(workspaceId: WorkspaceId): string {
  return useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.agent.name ?? 'The agent',
  );
}
