import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState, ParleyNotification } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { waitingCount } from '../../shared/workspace/waiting-count.ts';
import type { ChatView } from './chat/chat-view.ts';
import { type ComposerState, emptyComposer } from './composer/composer-state.ts';

type ById<Value> = Readonly<Record<WorkspaceId, Value | undefined>>;

/** The window's projection of main's state, and the messages being written. */
export type ParleyState = {
  /** Null until main was first reached. */
  app: AppState | null;
  openId: WorkspaceId | null;
  /** The last one that came. */
  notification: ParleyNotification | null;
  chats: ById<ChatView>;
  composers: ById<ComposerState>;
  /** The line above a chat's message field, such as what failed; problems of sending are elsewhere. */
  chatLines: ById<string>;
};

export type ParleyStore = StoreApi<ParleyState>;

export function createParleyStore(): ParleyStore {
  return createStore<ParleyState>(() => ({
    app: null,
    openId: null,
    notification: null,
    chats: {},
    composers: {},
    chatLines: {},
  }));
}

export function updateChat(store: ParleyStore, id: WorkspaceId, change: (chat: ChatView) => ChatView): void {
  store.setState(({ chats }) => ({
    chats: { ...chats, [id]: change(chats[id] ?? { status: 'loading' }) },
  }));
}

export function updateComposer(
  store: ParleyStore,
  id: WorkspaceId,
  change: (composer: ComposerState) => ComposerState,
): void {
  store.setState(({ composers }) => ({
    composers: { ...composers, [id]: change(composers[id] ?? emptyComposer) },
  }));
}

export function setChatLine(store: ParleyStore, id: WorkspaceId, line: string | undefined): void {
  store.setState(({ chatLines }) => ({ chatLines: { ...chatLines, [id]: line } }));
}

/** Returns how many things wait for the person, in all chats. */
export function waitingInAll({ app }: ParleyState): number {
  return waitingCount(app?.workspaces ?? []);
}
