import type { Settings } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import { pageTiming } from '../page-timing.ts';
import type { Companion } from '../companion.ts';
import { type AgentSettings, createAgentSettings } from './agent-settings.ts';
import { failureText } from '../connection/failure-text.ts';
import { createDraftSaver } from '../draft-saver.ts';
import { applyAppEvent, chatToOpen } from './app-projection.ts';
import { type CardStores, createCardStores } from './card-stores.ts';
import { createChatFeed } from './chat-feed.ts';
import { withEarlier } from './chat-view.ts';
import { emptyComposer } from './composer-state.ts';
import { createListIntents, type ListIntents } from './list-intents.ts';
import { createNewChats, type NewChats } from './new-chats.ts';
import { createMessageSender, type MessageSender } from './message-sender.ts';
import { createParleyStore, type ParleyStore, setNotice, updateChat } from './parley-store.ts';
import { isTooLong } from './text-limit.ts';
import { createViewStore, type ViewStore } from './view-store.ts';

/** Everything the components see: what there is, and what a person can want. */
export type Parley = MessageSender &
  CardStores &
  AgentSettings &
  ListIntents &
  NewChats & {
    companion: Companion;
    store: ParleyStore;
    view: ViewStore;
    openWorkspace(id: WorkspaceId): void;
    loadEarlier(id: WorkspaceId): Promise<void>;
    setMode(id: WorkspaceId, mode: Mode): void;
    /** Gives the chat to another agent: `guide` or `<provider>/<model>`. */
    setAgent(id: WorkspaceId, agent: string): void;
    stop(id: WorkspaceId): void;
    resume(id: WorkspaceId): void;
    /** Resolves to the problem in words, or to null. */
    saveSettings(settings: Settings): Promise<string | null>;
    /** Puts the caret into the composer, where that opens no keyboard over the page. */
    wantCaret(): void;
    /** Puts text at the end of the message, and the caret behind it. */
    typeElsewhere(id: WorkspaceId, text: string): void;
  };

/** How long to wait before a list that main failed to give is asked for again, in milliseconds. */
const retryDelay = 2_000;

type Place = { read(): string; write(id: WorkspaceId): void };

/** Wires the stores to main; `place` remembers over a reload which chat is open. */
export function createParley(companion: Companion, place: Place): Parley {
  const store = createParleyStore();
  const view = createViewStore();
  const drafts = createDraftSaver((id: WorkspaceId) => saveMessage(companion, store, id), pageTiming);
  const feed = createChatFeed(companion, store, drafts);

  function openWorkspace(id: WorkspaceId): void {
    view.setState({ drawer: false });
    if (store.getState().openId === id && store.getState().chats[id]?.status !== 'failed') return;
    store.setState({ openId: id });
    place.write(id);
    feed.follow(id);
  }

  /** Tells the person when a call failed; success shows in the feed. */
  function attempt(id: WorkspaceId, call: Promise<void>): void {
    setNotice(store, id, undefined);
    call.catch((error: unknown) => setNotice(store, id, failureText(error)));
  }

  /** Opens what is there where the open chat is not, or no longer. */
  function settleOpen(): void {
    const { app, openId } = store.getState();
    if (app === null || app.workspaces.some(({ id }) => id === openId)) return;
    const first = chatToOpen(app.workspaces, place.read());
    if (first === null) store.setState({ openId: null });
    else openWorkspace(first);
  }

  const sender = createMessageSender(companion, store, drafts);
  watchApp(companion, store, settleOpen, openWorkspace);

  function typeElsewhere(id: WorkspaceId, text: string): void {
    sender.typeMessage(id, `${store.getState().composers[id]?.text ?? ''}${text}`);
    view.setState({ caretWanted: true });
  }

  const newChats = createNewChats({ companion, store, openWorkspace, typeElsewhere });
  return {
    companion,
    store,
    view,
    openWorkspace,
    ...createAgentSettings(companion),
    ...createListIntents({ companion, store, view, openWorkspace, ...newChats }),
    ...createCardStores(companion, store),
    ...sender,
    wantCaret: () => view.setState({ caretWanted: !matchMedia('(pointer: coarse)').matches }),
    typeElsewhere,
    ...newChats,
    loadEarlier: (id) => loadEarlier(companion, store, id),
    setAgent: (id, agent) => attempt(id, companion.setAgent(id, agent)),
    setMode: (id, mode) => attempt(id, companion.setMode(id, mode)),
    stop: (id) => attempt(id, companion.stop(id)),
    resume: (id) => attempt(id, companion.resume(id)),
    saveSettings: (settings) => companion.saveSettings(settings).then(() => null, failureText),
  };
}

function saveMessage(companion: Companion, store: ParleyStore, id: WorkspaceId): void {
  const { text, restored } = store.getState().composers[id] ?? emptyComposer;
  if (!restored || isTooLong(text)) return;
  companion.saveMessageDraft(id, text).catch((error: unknown) => setNotice(store, id, failureText(error)));
}

function watchApp(
  companion: Companion,
  store: ParleyStore,
  settleOpen: () => void,
  openWorkspace: (id: WorkspaceId) => void,
): void {
  companion.watchApp({
    signal: new AbortController().signal,
    onItem(item) {
      switch (item.type) {
        case 'snapshot': {
          store.setState({ app: item.state });
          settleOpen();
          return;
        }
        case 'event':
          store.setState(({ app }) => ({ app: app && applyAppEvent(app, item.event) }));
          if (item.event.type === 'open-workspace') openWorkspace(item.event.workspaceId);
          if (item.event.type === 'workspace-removed') settleOpen();
      }
    },
    // Without the list there is no window: keep trying, unhurriedly.
    onFailure() {
      setTimeout(watchApp, retryDelay, companion, store, settleOpen, openWorkspace);
    },
  });
}

async function loadEarlier(companion: Companion, store: ParleyStore, id: WorkspaceId): Promise<void> {
  const chat = store.getState().chats[id];
  if (chat?.status !== 'ready' || chat.earlier === 'loading' || !chat.transcript.hasEarlier) return;
  const before = chat.transcript.messages[0]?.id;
  if (before === undefined) return;
  const mark = (earlier: 'loading' | 'failed') =>
    updateChat(store, id, (now) => (now.status === 'ready' ? { ...now, earlier } : now));
  mark('loading');
  try {
    const page = await companion.earlierMessages(id, before);
    updateChat(store, id, (now) => withEarlier(now, before, page));
  } catch {
    mark('failed');
  }
}
