import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import {
  isInbox,
  linkedWorkspace,
  workspaceHash,
  workspaceLink,
} from '../../shared/workspace/workspace-link.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { begunOn } from '../../shared/worktrees/begun-on.ts';
import { waitingCalls } from '../../shared/transcript/waiting-calls.ts';
import type { WorktreeLoss } from '../../shared/worktrees/worktree-offer.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';
import { nextWaiting } from './app-projection.ts';
import { hasMessages } from './chat/chat-view.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** Actions on the chats of the list. Problems are shown in the list. */
export type ListIntents = {
  /** Opens a chat with the caret in its composer. */
  openFromList(id: WorkspaceId): void;
  rename(id: WorkspaceId, name: string): void;
  setPinned(id: WorkspaceId, pinned: boolean): void;
  /** Archives a chat and offers to undo it. */
  archive(id: WorkspaceId): void;
  unarchive(id: WorkspaceId): void;
  /** Deletes a chat; asks first where its worktree has something that is nowhere else. */
  remove(id: WorkspaceId): void;
  removeNow(id: WorkspaceId): void;
  /** Restores a removed chat; it opens again if it was open. */
  undoRemove(id: WorkspaceId): void;
  /**
   * Goes to the next card of the open chat that waits, the first unless `at` is the call of the card that the person
   * is at; after its last, to the next chat that waits.
   */
  openNextWaiting(at: string | null): void;
};

type ListIntentsDeps = {
  companion: Companion;
  store: ParleyStore;
  view: ViewStore;
  openWorkspace(id: WorkspaceId): void;
  /** Focuses the composer, unless that opens an on-screen keyboard. */
  takeCaret(): void;
};

export function createListIntents(deps: ListIntentsDeps): ListIntents {
  const {
    companion: {
      client: { workspace },
    },
    store,
    view,
    openWorkspace,
    takeCaret,
  } = deps;
  let removedOpen: WorkspaceId | null = null;
  const setProblem = (listProblem: string | null) => view.setState({ listProblem });
  const workspaceOf = (id: WorkspaceId) => store.getState().app?.workspaces.find((known) => known.id === id);

  function attempt(call: Promise<unknown>, then?: () => void): void {
    setProblem(null);
    call.then(then, (error: unknown) => setProblem(failureText(error)));
  }

  function removeNow(id: WorkspaceId): void {
    if (store.getState().openId === id) removedOpen = id;
    attempt(workspace.remove({ workspaceId: id }));
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
      const chat = workspaceOf(id);
      if (chat?.worktree?.state !== 'made') return removeNow(id);
      setProblem(null);
      void lossBeforeRemoval(workspace, chat).then(
        (loss) => (loss === null ? removeNow(id) : view.setState(asksAbout(chat, loss))),
        (error: unknown) => setProblem(failureText(error)),
      );
    },
    removeNow,
    undoRemove: (id) =>
      attempt(workspace.undoRemove({ workspaceId: id }), () => {
        if (removedOpen === id) openWorkspace(id);
      }),
    openNextWaiting: (at) => openNextWaiting(deps, at),
  };
}

function asksAbout({ id, name }: Workspace, loss: WorktreeLoss) {
  return { dialog: 'delete-worktree' as const, deletingWorktree: { id, name, loss } };
}

/** Opens the next card that waits after the one at `at`; see `ListIntents`. */
function openNextWaiting({ store, view, openWorkspace }: ListIntentsDeps, at: string | null): void {
  const { app, openId } = store.getState();
  const workspaces = app?.workspaces ?? [];
  const here = openId === null ? null : nextCardHere(store, openId, at);
  const chat = here === null ? nextWaiting(workspaces, openId) : openId;
  const next = here ?? workspaces.find(({ id }) => id === chat)?.firstWaiting?.toolCallId;
  if (chat === null || next === undefined) return;
  openWorkspace(chat);
  view.setState({ dialog: null, requestedCard: { workspaceId: chat, toolCallId: next } });
}

/** Resolves to what the person has to know before a chat with a worktree is deleted; null for nothing. */
async function lossBeforeRemoval(
  calls: Companion['client']['workspace'],
  { id }: Workspace,
): Promise<WorktreeLoss | null> {
  const loss = await calls.readWorktreeLoss({ workspaceId: id });
  return loss?.type === 'removed' && loss.files + loss.commits === 0 ? null : loss;
}

/** Returns the waiting card of a chat after the one at `at`, its first if `at` is none of them; null after the last. */
function nextCardHere(store: ParleyStore, id: WorkspaceId, at: string | null): ToolCallId | null {
  const { app, chats } = store.getState();
  const chat = chats[id];
  const loaded =
    chat?.status === 'ready'
      ? waitingCalls([...(chat.past?.messages ?? []), ...chat.transcript.messages])
      : [];
  const first = app?.workspaces.find((workspace) => workspace.id === id)?.firstWaiting?.toolCallId;
  const calls =
    loaded.length > 0 ? loaded.map(({ toolCallId }) => toolCallId) : first === undefined ? [] : [first];
  return calls[calls.findIndex((call) => call === at) + 1] ?? null;
}

/** Actions on the folders of the list, and where a chat begins. Problems are shown in the list. */
export type FolderIntents = {
  /** Begins a chat in the folder of the open one; asks for a folder if none is open. */
  newChat(): void;
  newChatIn(folder: string): void;
  /** Begins a chat with the conversation of another, in a worktree that begins as that one's folder is. */
  newChatFrom(id: WorkspaceId): void;
  /**
   * Has an agent work in the open chat if nothing was said there, else in a new one of its folder. Resolves to a
   * problem for the person, or to null once that chat is open.
   */
  startChat(agent: string): Promise<string | null>;
  /** Folds a folder's chats; the Inbox has an empty path. */
  setFolded(folder: string, folded: boolean): void;
  /** Hides a folder until a chat begins in it. */
  setFolderHidden(folder: string, hidden: boolean): void;
  copyPath(folder: string): void;
  /** Opens the folder of a chat in the file manager. */
  openFolder(chat: WorkspaceId): void;
};

type FolderIntentsDeps = {
  companion: Companion;
  store: ParleyStore;
  view: ViewStore;
  createWorkspace(folder: string, agent?: string): Promise<string | null>;
  /** Resolves like `createWorkspace`. */
  continueInWorktree(id: WorkspaceId): Promise<string | null>;
  openWorkspace(id: WorkspaceId): void;
  /** Focuses the composer, unless that opens an on-screen keyboard. */
  takeCaret(): void;
};

const pathNotCopied = 'The path could not be copied. Allow this page to use the clipboard, and try again.';

export function createFolderIntents({ companion, store, view, ...deps }: FolderIntentsDeps): FolderIntents {
  const { createWorkspace, continueInWorktree, takeCaret } = deps;
  const { saveSettings } = companion.client.app;
  const setProblem = (listProblem: string | null) => view.setState({ listProblem });
  const settings = () => store.getState().app?.settings;
  const save = (change: Parameters<typeof saveSettings>[0]) =>
    void saveSettings(change).then(
      () => setProblem(null),
      (error: unknown) => setProblem(failureText(error)),
    );

  const newChatIn = (folder: string) => takeUp({ view, takeCaret }, createWorkspace(folder));

  /** The newest chat of a folder when it is hidden: only a newer one brings it back. */
  function newestIn(folder: string): number {
    const chats = store.getState().app?.workspaces ?? [];
    return Math.max(0, ...chats.filter((chat) => begunOn(chat) === folder).map(({ createdAt }) => createdAt));
  }

  function openChat() {
    const { app, openId } = store.getState();
    return app?.workspaces.find(({ id }) => id === openId && !isInbox(id));
  }

  return {
    newChatIn,
    newChatFrom: (id) => takeUp({ view, takeCaret }, continueInWorktree(id)),
    startChat: (agent) => startChat({ companion, store, ...deps }, openChat(), agent),
    newChat() {
      const open = openChat();
      if (open === undefined) return view.setState({ dialog: 'new-workspace', drawer: false });
      if (!isNew(store, open.id)) return newChatIn(begunOn(open));
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
        () => setProblem(pathNotCopied),
      ),
    openFolder: (workspaceId) =>
      void companion.client.workspace.openFolder({ workspaceId }).then(
        () => setProblem(null),
        (error: unknown) => setProblem(failureText(error)),
      ),
  };
}

/** Puts the caret into a chat that begins; a problem is shown in the list. */
function takeUp(
  { view, takeCaret }: Pick<FolderIntentsDeps, 'view' | 'takeCaret'>,
  chat: Promise<string | null>,
): void {
  view.setState({ drawer: false });
  void chat.then((listProblem) => {
    view.setState({ listProblem });
    if (listProblem === null) takeCaret();
  });
}

type StartChatDeps = Pick<
  FolderIntentsDeps,
  'companion' | 'store' | 'createWorkspace' | 'openWorkspace' | 'takeCaret'
>;

async function startChat(
  { companion, store, createWorkspace, openWorkspace, takeCaret }: StartChatDeps,
  open: Workspace | undefined,
  agent: string,
): Promise<string | null> {
  if (open !== undefined && isNew(store, open.id)) {
    const { setAgent } = companion.client.workspace;
    const problem = await setAgent({ workspaceId: open.id, agent }).then(() => null, failureText);
    if (problem !== null) return problem;
    openWorkspace(open.id);
  } else {
    const folder = (open && begunOn(open)) ?? store.getState().app?.about.suggestedFolder ?? '';
    const problem = await createWorkspace(folder, agent);
    if (problem !== null) return problem;
  }
  takeCaret();
  return null;
}

/** True for a chat in which nothing was said or written yet. */
function isNew(store: ParleyStore, id: WorkspaceId): boolean {
  const { chats, composers } = store.getState();
  const chat = chats[id];
  if (chat?.status !== 'ready' || hasMessages(chat) || chat.transcript.rewound !== undefined) return false;
  return (composers[id]?.text ?? '') === '';
}

/** Jumps to a chat from outside the list: links and notifications. */
export type LinkIntents = {
  /** Opens the chat of a link or an address's hash; says so if there is none. */
  openLink(link: string): void;
  /** Opens a chat and scrolls to one of its cards. */
  showCard(workspaceId: WorkspaceId, toolCallId: ToolCallId | null): void;
  /** Copies a link to a chat: a `parley:` link on the desktop, an address in a browser. */
  copyLink(id: WorkspaceId, host: 'desktop' | 'browser'): void;
};

type LinkIntentsDeps = { store: ParleyStore; view: ViewStore; openWorkspace(id: WorkspaceId): void };

const malformed = 'This is not a link to a chat. Those look like parley://workspace/ID.';
const unknown = 'This link leads to a chat that is not here, or no longer. Nothing was changed.';
const linkNotCopied = 'The link could not be copied. Allow this page to use the clipboard, and try again.';

export function createLinkIntents({ store, view, openWorkspace }: LinkIntentsDeps): LinkIntents {
  const setProblem = (listProblem: string | null) => view.setState({ listProblem });

  function open(id: string): boolean {
    const known = store.getState().app?.workspaces.find((workspace) => workspace.id === id);
    if (known !== undefined) openWorkspace(known.id);
    setProblem(known === undefined ? unknown : null);
    return known !== undefined;
  }

  return {
    openLink(link) {
      const id = linkedWorkspace(link);
      if (id === undefined) setProblem(malformed);
      else whenLoaded(store, () => open(id));
    },
    showCard(workspaceId, toolCallId) {
      whenLoaded(store, () => {
        if (open(workspaceId) && toolCallId !== null) {
          view.setState({
            dialog: null,
            page: null,
            caretRequested: false,
            requestedCard: { workspaceId, toolCallId },
          });
        }
      });
    },
    copyLink(id, host) {
      const { origin, pathname } = window.location;
      const link = host === 'desktop' ? workspaceLink(id) : `${origin}${pathname}${workspaceHash(id)}`;
      navigator.clipboard.writeText(link).then(
        () => view.setState({ listDone: 'Link copied' }),
        () => setProblem(linkNotCopied),
      );
    },
  };
}

function whenLoaded(store: ParleyStore, run: () => void): void {
  if (store.getState().app !== null) return run();
  const stop = store.subscribe(({ app }) => {
    if (app === null) return;
    stop();
    run();
  });
}
