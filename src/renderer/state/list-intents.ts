import type { WorkspaceId } from '../../shared/ids.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';
import { nextWaiting } from './app-projection.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** Actions of a person on the workspaces of the list. Problems are shown in the list itself. */
export type ListIntents = {
  /** Begins another chat about the folder of a workspace and opens it. */
  newChatBeside(id: WorkspaceId): void;
  rename(id: WorkspaceId, name: string): void;
  setArchived(id: WorkspaceId, archived: boolean): void;
  remove(id: WorkspaceId): void;
  /** Brings a removed workspace back; it opens again where it was open. */
  undoRemove(id: WorkspaceId): void;
  openNextWaiting(): void;
};

type Parts = {
  companion: Companion;
  store: ParleyStore;
  view: ViewStore;
  createWorkspace(folder: string): Promise<string | null>;
  openWorkspace(id: WorkspaceId): void;
};

export function createListIntents(parts: Parts): ListIntents {
  const {
    companion: {
      client: { workspace },
    },
    store,
    view,
    createWorkspace,
    openWorkspace,
  } = parts;
  let removedOpen: WorkspaceId | null = null;
  const setProblem = (listProblem: string | null) => view.setState({ listProblem });
  const workspaceOf = (id: WorkspaceId) => store.getState().app?.workspaces.find((known) => known.id === id);

  function attempt(call: Promise<unknown>, then?: () => void): void {
    setProblem(null);
    call.then(then, (error: unknown) => setProblem(failureText(error)));
  }

  return {
    newChatBeside(id) {
      const folder = workspaceOf(id)?.folder;
      if (folder !== undefined) void createWorkspace(folder).then(setProblem);
    },
    rename: (id, name) => attempt(workspace.rename({ workspaceId: id, name })),
    setArchived: (id, archived) => attempt(workspace.setArchived({ workspaceId: id, archived })),
    remove(id) {
      if (store.getState().openId === id) removedOpen = id;
      attempt(workspace.remove({ workspaceId: id }));
    },
    undoRemove: (id) =>
      attempt(workspace.undoRemove({ workspaceId: id }), () => {
        if (removedOpen === id) openWorkspace(id);
      }),
    openNextWaiting() {
      const { app, openId } = store.getState();
      const next = nextWaiting(app?.workspaces ?? [], openId);
      if (next !== null) openWorkspace(next);
    },
  };
}
