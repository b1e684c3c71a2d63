import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { RuleId, WorkspaceId } from '../../shared/ids.ts';
import { pageTiming } from '../page-timing.ts';
import type { AppItem, Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';
import { createAttachIntents } from './composer/attach-intents.ts';
import type { AttachIntents } from './composer/attach-files.ts';
import {
  createImageAddresses,
  createTextFiles,
  type ImageAddresses,
  type TextFiles,
} from './attached-files.ts';
import { type CardStores, createCardStores } from './card-stores.ts';
import { type ChatAhead, createChatAhead } from './chat/chat-ahead.ts';
import {
  createChatReader,
  createJumpIntents,
  createReadingIntents,
  type JumpIntents,
  type ReadingIntents,
} from './chat/reading.ts';
import { createChatFeed } from './chat/chat-feed.ts';
import { type ChatIntents, createChatIntents, createSendAgain, type SendAgain } from './chat/chat-intents.ts';
import { followApp } from './follow-app.ts';
import { createKeptEdits, createMessageEdits, type MessageEdits } from './edits/message-edits.ts';
import {
  createFolderIntents,
  createLinkIntents,
  createListIntents,
  type FolderIntents,
  type LinkIntents,
  type ListIntents,
} from './list-intents.ts';
import { createMessageSender, type MessageSender, type RunBuiltIn } from './composer/message-sender.ts';
import { createOpenChats, type OpenChats, type OpenChatStorage } from './chat/open-chats.ts';
import { createParleyStore, type ParleyStore } from './parley-store.ts';
import { createQueueIntents, type QueueIntents } from './queue-intents.ts';
import { createMessageDrafts } from './composer/message-drafts.ts';
import { createRecallIntents, type RecallIntents } from './composer/recall-intents.ts';
import { createViewStore, requestCaret, type ViewStore } from './view-store.ts';

export type Parley = MessageSender &
  RecallIntents &
  AttachIntents &
  ImageAddresses &
  TextFiles &
  MessageEdits &
  SendAgain &
  CardStores &
  ListIntents &
  FolderIntents &
  LinkIntents &
  QueueIntents &
  ReadingIntents &
  JumpIntents &
  ChatIntents &
  Pick<OpenChats, 'openWorkspace' | 'createWorkspace' | 'openSession'> &
  Pick<ChatAhead, 'preloadChat'> & {
    companion: Companion;
    store: ParleyStore;
    view: ViewStore;
    /** Begins a chat of the guide on a folder. Resolves like `createWorkspace`. */
    showGuide(folder: string): Promise<string | null>;
    /** Resolves to a problem for the person, or to null. */
    saveSettings(change: SettingsChange): Promise<string | null>;
    /** Resolves to a problem for the person, or to null. */
    removeRule(ruleId: RuleId): Promise<string | null>;
    /** Saves the unsent message of a chat at once. */
    saveMessageNow(id: WorkspaceId): void;
    /** Focuses the composer, unless that opens an on-screen keyboard; false then. */
    requestCaret(): boolean;
    /** Appends text to the message, with the caret behind it. */
    typeElsewhere(id: WorkspaceId, text: string): void;
  };

/**
 * Wires the stores to main. `place` remembers the open chat over a reload; `first` is the first item of the app's
 * feed, if the page brought it.
 */
export function createParley(companion: Companion, place: OpenChatStorage, first?: AppItem): Parley {
  const store = createParleyStore();
  const view = createViewStore();
  const { sessionStorage: texts } = window;
  const { saveMessageDraft } = companion.client.workspace;
  const drafts = createMessageDrafts({ saveMessageDraft, store, texts, timing: pageTiming });
  const kept = createKeptEdits(texts, pageTiming);
  const ahead = chatAhead(companion, store);
  const feed = createChatFeed({ companion, store, drafts, ahead });
  const chats = createOpenChats({ companion, store, view, feed, place });
  const { openWorkspace, openCreated, createWorkspace, openSession } = chats;
  const sender = createMessageSender(
    { companion, store, drafts },
    runner(() => parley),
  );
  const reader = createChatReader({ companion, store, view });
  const reading = createReadingIntents({ companion, store, reader });
  followApp(companion, store, { chats, feed }, first);

  const files = { ...createImageAddresses(companion), ...createTextFiles(companion) };
  const takeCaret = () => requestCaret(view);
  const typeElsewhere = (id: WorkspaceId, text: string) => typeAtEnd({ store, view, ...sender }, id, text);

  const { preloadChat } = ahead;
  const queue = createQueueIntents({ store, view, openWorkspace, preloadChat, takeCaret });

  const parley: Parley = {
    companion,
    store,
    view,
    openWorkspace,
    createWorkspace,
    openSession,
    preloadChat,
    ...createLinkIntents({ store, view, openWorkspace }),
    ...createListIntents({ companion, store, view, openWorkspace, takeCaret }),
    ...createFolderIntents({ companion, store, view, ...chats, takeCaret }),
    ...createChatIntents(companion, store),
    ...queue,
    ...createCardStores(companion, store, queue.decidedIn),
    ...notingWhenSent(sender, view),
    ...createAttachIntents({ companion, store, typeMessage: sender.typeMessage, ...files }),
    ...files,
    ...reading,
    ...createJumpIntents(store, reader),
    ...createRecallIntents(store, companion.client.workspace.readSentMessages),
    ...createMessageEdits({ companion, store, kept, typeMessage: sender.typeMessage }),
    ...createSendAgain(companion, store),
    saveMessageNow: (id) => drafts.save(id, null, 'now'),
    requestCaret: takeCaret,
    typeElsewhere,
    showGuide: async (folder) => {
      const { createShowGuide } = await import('./show-guide.ts');
      return createShowGuide({ companion, openCreated, typeElsewhere })(folder);
    },
    removeRule: (ruleId) => companion.client.rules.remove({ ruleId }).then(() => null, failureText),
    saveSettings: (change) => companion.client.app.saveSettings(change).then(() => null, failureText),
  };
  return parley;
}

function notingWhenSent(sender: MessageSender, view: ViewStore): MessageSender {
  return {
    ...sender,
    sendMessage(id) {
      view.setState({ sentAt: performance.now() });
      sender.sendMessage(id);
    },
  };
}

/** Appends text once the field has the caret, so that it goes onto the field's undo stack. */
function typeAtEnd(
  { store, view, typeMessage }: Pick<Parley, 'store' | 'view' | 'typeMessage'>,
  id: WorkspaceId,
  text: string,
): void {
  view.setState({ caretRequested: true });
  queueMicrotask(() => typeMessage(id, `${store.getState().composers[id]?.text ?? ''}${text}`));
}

function chatAhead(companion: Companion, store: ParleyStore): ChatAhead {
  return createChatAhead({
    readEnd: companion.client.workspace.readEnd,
    isThere: (id) => store.getState().chats[id]?.status === 'ready',
    timing: pageTiming,
    now: Date.now,
  });
}

/** Runs built-in commands, whose code is loaded with the first one. */
function runner(parley: () => Parley): RunBuiltIn {
  return async (id, name, argument) => {
    const { builtInRuns } = await import('./slash/built-in-runs.ts');
    const end = await builtInRuns[name](parley(), id, argument);
    return end.type === 'message' ? end.text : null;
  };
}
