import type { WorkspaceId } from '../../shared/ids.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';
import { isInbox } from '../../shared/workspace/workspace-link.ts';
import { nextWaiting } from './app-projection.ts';
import { hasMessages } from './chat/chat-view.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** Actions of a person on the workspaces of the list. Problems are shown in the list itself. */
export type ListIntents = {
  /** Begins a chat in the folder of the open one; where none is open, asks for a folder. */
  newChat(): void;
  newChatIn(folder: string): void;
  /** Opens a chat, with the caret in its composer. */
  openFromList(id: WorkspaceId): void;
  rename(id: WorkspaceId, name: string): void;
  setPinned(id: WorkspaceId, pinned: boolean): void;
  /** Puts a chat away, and offers to take that back. */
  archive(id: WorkspaceId): void;
  unarchive(id: WorkspaceId): void;
  /** Folds the chats of a folder away; the Inbox has an empty path. */
  setFolded(folder: string, folded: boolean): void;
  /** Leaves a folder out of the list until a chat begins in it. */
  setFolderHidden(folder: string, hidden: boolean): void;
  copyPath(folder: string): void;
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
  /** Puts the caret into the composer, where that opens no keyboard over the page. */
  takeCaret(): void;
};

export function createListIntents(parts: Parts): ListIntents {
  const {
    companion: {
      client: { app, workspace },
    },
    store,
    view,
    createWorkspace,
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

  /** Chats of a folder that are there when it is hidden don't bring it back. */
  function newestIn(folder: string): number {
    const chats = store.getState().app?.workspaces ?? [];
    return Math.max(0, ...chats.filter((chat) => chat.folder === folder).map(({ createdAt }) => createdAt));
  }

  function newChatIn(folder: string): void {
    view.setState({ drawer: false });
    void createWorkspace(folder).then((problem) => {
      setProblem(problem);
      if (problem === null) takeCaret();
    });
  }

  function newChat(): void {
    const { openId, chats, composers } = store.getState();
    const open = openId === null ? undefined : workspaceOf(openId);
    if (open === undefined) return view.setState({ dialog: 'new-workspace', drawer: false });
    // One in which nothing was said or written yet is a new chat.
    const isNew = open.firstMessage === '' && !hasMessages(chats[open.id]) && !composers[open.id]?.text;
    if (!isNew || isInbox(open.id)) return newChatIn(open.folder);
    view.setState({ drawer: false });
    takeCaret();
  }

  return {
    newChat,
    newChatIn,
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
    setFolded(folder, folded) {
      const known = store.getState().app?.settings.foldedFolders ?? [];
      const others = known.filter((other) => other !== folder);
      attempt(app.saveSettings({ foldedFolders: folded ? [...others, folder] : others }));
    },
    setFolderHidden(folder, hidden) {
      const { [folder]: _, ...others } = store.getState().app?.settings.hiddenFolders ?? {};
      attempt(
        app.saveSettings({ hiddenFolders: hidden ? { ...others, [folder]: newestIn(folder) } : others }),
      );
    },
    copyPath(folder) {
      navigator.clipboard.writeText(folder).then(
        () => view.setState({ listDone: 'Path copied' }),
        () =>
          setProblem('The path could not be copied. Allow this page to use the clipboard, and try again.'),
      );
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
      const { app: state, openId } = store.getState();
      const next = nextWaiting(state?.workspaces ?? [], openId);
      const waits = next === null ? undefined : workspaceOf(next)?.firstWaiting;
      if (next === null || !waits) return;
      openWorkspace(next);
      view.setState({ dialog: null, requestedCard: { workspaceId: next, toolCallId: waits.toolCallId } });
    },
  };
}
