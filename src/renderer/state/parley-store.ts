import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState, Notice } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { ChatView } from './chat/chat-view.ts';
import { type ComposerState, emptyComposer } from './composer/composer-state.ts';

type ById<Value> = Readonly<Record<WorkspaceId, Value | undefined>>;

/** The window's projection of main's state, and the messages being written. */
export type ParleyState = {
  /** Null until main was first reached. */
  app: AppState | null;
  openId: WorkspaceId | null;
  /** The latest ask to notify of. */
  notice: Notice | null;
  chats: ById<ChatView>;
  composers: ById<ComposerState>;
  /** The problem of each chat, for the person; problems of sending are in the composer. */
  notices: ById<string>;
};

export type ParleyStore = StoreApi<ParleyState>;

export function createParleyStore(): ParleyStore {
  return createStore<ParleyState>(() => ({
    app: null,
    openId: null,
    notice: null,
    chats: {},
    composers: {},
    notices: {},
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

export function setNotice(store: ParleyStore, id: WorkspaceId, notice: string | undefined): void {
  store.setState(({ notices }) => ({ notices: { ...notices, [id]: notice } }));
}

export function waitingChats({ app }: ParleyState): number {
  return app?.workspaces.filter(({ waiting }) => waiting > 0).length ?? 0;
}
