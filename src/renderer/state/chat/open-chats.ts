import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ListedSessions } from '../../../shared/providers/external-agent.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { applyAppEvent, chatToOpen } from '../app-projection.ts';
import type { ChatFeed } from './chat-feed.ts';
import type { ParleyStore } from '../parley-store.ts';
import { requestCaret, type ViewStore } from '../view-store.ts';

/** Remembers the open chat over a reload. */
export type OpenChatStorage = { read(): string; write(id: WorkspaceId | null): void };

/** Opens and closes chats; one is open at a time. */
export type OpenChats = {
  openWorkspace(id: WorkspaceId): void;
  /** Opens a chat that was just made, before it is in the list. */
  openCreated(workspace: Workspace): void;
  /**
   * Begins a chat about a folder, with the agent of new chats unless another is named. Resolves to a problem for the
   * person, or to null once it is open.
   */
  createWorkspace(folder: string, agent?: string): Promise<string | null>;
  /**
   * Opens an earlier session of a chat's agent. Resolves to a problem for the person, or to null once its chat is
   * open.
   */
  openSession(id: WorkspaceId, session: EarlierSession): Promise<string | null>;
  /** Goes on with a chat in another one, in a worktree. Resolves to a problem for the person, or to null once that is open. */
  continueInWorktree(id: WorkspaceId): Promise<string | null>;
  /** Opens another chat if the open one does not exist, or no longer does. */
  settleOpen(): void;
};

type EarlierSession = Pick<ListedSessions['sessions'][number], 'sessionId' | 'title' | 'at'>;

type OpenChatsDeps = {
  companion: Companion;
  store: ParleyStore;
  view: ViewStore;
  feed: ChatFeed;
  place: OpenChatStorage;
};

export function createOpenChats({ companion, store, view, feed, place }: OpenChatsDeps): OpenChats {
  function show(id: WorkspaceId): void {
    if (store.getState().openId === id && store.getState().chats[id]?.status !== 'failed') return;
    store.setState({ openId: id });
    view.setState({ finding: null, found: null, requestedRow: null, landed: null });
    place.write(id);
    feed.follow(id);
  }

  function openWorkspace(id: WorkspaceId): void {
    view.setState({ drawer: false, page: null });
    const { openId } = store.getState();
    show(id);
    if (openId !== null && openId !== id) requestCaret(view);
  }

  function openCreated(workspace: Workspace): void {
    store.setState(({ app }) => ({
      app: app && applyAppEvent(app, { type: 'workspace-changed', workspace }),
    }));
    openWorkspace(workspace.id);
  }

  /** The chats that are being begun with the conversation of another: pressed again, it is the same one. */
  const continuing = new Map<WorkspaceId, string>();

  async function continueInWorktree(workspaceId: WorkspaceId): Promise<void> {
    const newId = continuing.get(workspaceId) ?? crypto.randomUUID();
    continuing.set(workspaceId, newId);
    openCreated(await companion.client.workspace.continueInWorktree({ workspaceId, newId }));
    continuing.delete(workspaceId);
  }

  return {
    openWorkspace,
    openCreated,
    createWorkspace: (folder, agent) =>
      companion.client.workspace
        .create({ folder, agent }, { context: { once: true } })
        .then(openCreated)
        .then(() => null, failureText),
    openSession: (workspaceId, { sessionId, title, at }) =>
      companion.client.workspace
        .openAgentSession({ workspaceId, sessionId, title, at })
        .then(openCreated)
        .then(() => null, failureText),
    continueInWorktree: (workspaceId) => continueInWorktree(workspaceId).then(() => null, failureText),
    settleOpen() {
      const { app, openId } = store.getState();
      if (app === null || app.workspaces.some(({ id }) => id === openId)) return;
      const first = chatToOpen(app.workspaces, place.read());
      if (first !== null) return show(first);
      store.setState({ openId: null });
      place.write(null);
    },
  };
}
