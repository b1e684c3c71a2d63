import type { WorkspaceId } from '../../shared/ids.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';
import { nextWaiting } from './app-projection.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** Actions of a person on the workspaces of the list. Problems are shown in the list itself. */
export type ListIntents = {
  /** Opens a chat, with the caret in its composer. */
  openFromList(id: WorkspaceId): void;
  rename(id: WorkspaceId, name: string): void;
  setPinned(id: WorkspaceId, pinned: boolean): void;
  /** Puts a chat away, and offers to take that back. */
  archive(id: WorkspaceId): void;
  unarchive(id: WorkspaceId): void;
  remove(id: WorkspaceId): void;
  /** Brings a removed workspace back; it opens again where it was open. */
  undoRemove(id: WorkspaceId): void;
  openNextWaiting(): void;
};

type Parts = {
  companion: Companion;
  store: ParleyStore;
  view: ViewStore;
  openWorkspace(id: WorkspaceId): void;
  /** Puts the caret into the composer, where that opens no keyboard over the page. */
  takeCaret(): void;
};

export function createListIntents(parts: Parts): ListIntents {
  const {
    companion: {
      client: { workspace },
    },
    store,
    view,
    openWorkspace,
    takeCaret,
  } = parts;
  let removedOpen: WorkspaceId | null = null;
  const setProblem = (listProblem: string | null) => view.setState({ listProblem });
  const workspaceOf = (id: WorkspaceId) => store.getState().app?.workspaces.find((known) => known.id === id);

  function attempt(call: Promise<unknown>, then?: () => void): void {
    setProblem(null);
    call.then(then, (error: unknown) => setProblem(failureText(error)));
  }

  return {
    openFromList(id) {
      openWorkspace(id);
      takeCaret();
    },
    rename: (id, name) => attempt(workspace.rename({ workspaceId: id, name })),
    setPinned: (id, pinned) => attempt(workspace.setPinned({ workspaceId: id, pinned })),
    archive: (id) =>
      attempt(workspace.setArchived({ workspaceId: id, archived: true }), () => {
        const name = workspaceOf(id)?.name;
        if (name !== undefined) view.setState({ archivedNow: { id, name } });
      }),
    unarchive(id) {
      view.setState({ archivedNow: null });
      attempt(workspace.setArchived({ workspaceId: id, archived: false }));
    },
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
      const waits = next === null ? undefined : workspaceOf(next)?.firstWaiting;
      if (next === null || !waits) return;
      openWorkspace(next);
      view.setState({ dialog: null, requestedCard: { workspaceId: next, toolCallId: waits.toolCallId } });
    },
  };
}
