import type { WorkspaceId } from '../../shared/ids.ts';
import { isInbox } from '../../shared/workspace/workspace-link.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';
import { hasMessages } from './chat/chat-view.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** Actions of a person on the folders of the list, and where a chat begins. Problems are shown in the list itself. */
export type FolderIntents = {
  /** Begins a chat in the folder of the open one; where none is open, asks for a folder. */
  newChat(): void;
  newChatIn(folder: string): void;
  /** Folds the chats of a folder away; the Inbox has an empty path. */
  setFolded(folder: string, folded: boolean): void;
  /** Leaves a folder out of the list until a chat begins in it. */
  setFolderHidden(folder: string, hidden: boolean): void;
  copyPath(folder: string): void;
  /** Opens the folder of a chat in the file manager. */
  openFolder(chat: WorkspaceId): void;
};

type Parts = {
  companion: Companion;
  store: ParleyStore;
  view: ViewStore;
  createWorkspace(folder: string): Promise<string | null>;
  /** Puts the caret into the composer, where that opens no keyboard over the page. */
  takeCaret(): void;
};

const notCopied = 'The path could not be copied. Allow this page to use the clipboard, and try again.';

export function createFolderIntents({ companion, store, view, ...parts }: Parts): FolderIntents {
  const { createWorkspace, takeCaret } = parts;
  const { saveSettings } = companion.client.app;
  const setProblem = (listProblem: string | null) => view.setState({ listProblem });
  const settings = () => store.getState().app?.settings;
  const save = (change: Parameters<typeof saveSettings>[0]) =>
    void saveSettings(change).then(
      () => setProblem(null),
      (error: unknown) => setProblem(failureText(error)),
    );

  function newChatIn(folder: string): void {
    view.setState({ drawer: false });
    void createWorkspace(folder).then((problem) => {
      setProblem(problem);
      if (problem === null) takeCaret();
    });
  }

  /** Chats of a folder that are there when it is hidden don't bring it back. */
  function newestIn(folder: string): number {
    const chats = store.getState().app?.workspaces ?? [];
    return Math.max(0, ...chats.filter((chat) => chat.folder === folder).map(({ createdAt }) => createdAt));
  }

  return {
    newChatIn,
    newChat() {
      const { app, openId } = store.getState();
      const open = app?.workspaces.find(({ id }) => id === openId);
      if (open === undefined || isInbox(open.id))
        return view.setState({ dialog: 'new-workspace', drawer: false });
      if (!isNew(store, open.id)) return newChatIn(open.folder);
      view.setState({ drawer: false });
      takeCaret();
    },
    setFolded(folder, folded) {
      const others = (settings()?.foldedFolders ?? []).filter((other) => other !== folder);
      save({ foldedFolders: folded ? [...others, folder] : others });
    },
    setFolderHidden(folder, hidden) {
      const { [folder]: _, ...others } = settings()?.hiddenFolders ?? {};
      save({ hiddenFolders: hidden ? { ...others, [folder]: newestIn(folder) } : others });
    },
    copyPath: (folder) =>
      void navigator.clipboard.writeText(folder).then(
        () => view.setState({ listDone: 'Path copied' }),
        () => setProblem(notCopied),
      ),
    openFolder: (workspaceId) =>
      void companion.client.workspace.openFolder({ workspaceId }).then(
        () => setProblem(null),
        (error: unknown) => setProblem(failureText(error)),
      ),
  };
}

/** True for a chat in which nothing was said or written yet. */
function isNew(store: ParleyStore, id: WorkspaceId): boolean {
  const { chats, composers } = store.getState();
  const chat = chats[id];
  return chat?.status === 'ready' && !hasMessages(chat) && (composers[id]?.text ?? '') === '';
}
