import type { MessageId, ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePosition, PagePosition } from '../../../shared/transcript/message-page.ts';
import { waitsForPerson } from '../../../shared/transcript/waiting-calls.ts';
import type { Message, Part } from '../../../shared/transcript/transcript.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { type ParleyStore, setChatLine, updateChat } from '../parley-store.ts';
import type { ViewStore } from '../view-store.ts';
import { type ReadyChat, whenReady } from './chat-view.ts';
import {
  atEnd,
  nextPagePosition,
  shownPage,
  type VisibleRange,
  withoutDistant,
  withPage,
} from './loaded-chat.ts';

/** A message to scroll to, and where on the screen it goes; null for none. */
type RowTarget = (MessagePosition & { align: 'start' | 'center' }) | null;

type ChatReader = {
  ready(id: WorkspaceId): ReadyChat | undefined;
  /** Adds a page. One at a time for each chat; after a failure, scrolling asks for it again. */
  addPage(id: WorkspaceId, at: PagePosition): Promise<void>;
  /** Shows another part of the chat, unless the person has moved elsewhere by then. */
  jump(id: WorkspaceId, at: PagePosition, target: (chat: ReadyChat) => RowTarget): Promise<void>;
  /** Scrolls to a loaded message; jumps that are under way are dropped. */
  show(id: WorkspaceId, target: RowTarget): void;
};

type ChatReaderDeps = { companion: Companion; store: ParleyStore; view: ViewStore };

export function createChatReader({ companion, store, view }: ChatReaderDeps): ChatReader {
  const reading = new Set<WorkspaceId>();
  let jumps = 0;

  function ready(id: WorkspaceId): ReadyChat | undefined {
    const chat = store.getState().chats[id];
    return chat?.status === 'ready' ? chat : undefined;
  }

  async function read(id: WorkspaceId, at: PagePosition, isCurrent = () => true): Promise<boolean> {
    if (at.type === 'around' || at.type === 'call') {
      const { untilBranchShown } = await import('./branch-intents.ts');
      if (!(await untilBranchShown({ companion, store }, id, at))) return false;
    }
    const page = await companion.client.workspace.readMessages({ workspaceId: id, at });
    if (!isCurrent()) return false;
    updateChat(
      store,
      id,
      whenReady((chat) => withPage(chat, at, page)),
    );
    return true;
  }

  function show(workspaceId: WorkspaceId, target: RowTarget): void {
    jumps += 1;
    view.setState({ requestedRow: target && { workspaceId, ...target } });
  }

  return {
    ready,
    show,
    async addPage(id, at) {
      if (reading.has(id)) return;
      reading.add(id);
      try {
        await read(id, at);
      } catch {
      } finally {
        reading.delete(id);
      }
    },
    async jump(id, at, target) {
      jumps += 1;
      const own = jumps;
      try {
        const arrived = await read(id, at, () => own === jumps);
        const chat = ready(id);
        if (arrived && chat !== undefined) show(id, target(chat));
      } catch (error) {
        setChatLine(store, id, failureText(error));
      }
    },
  };
}

/** Jumps to places of a chat, loaded or not. A failure to read is shown in the chat. */
export type JumpIntents = {
  goToStart(id: WorkspaceId): Promise<void>;
  goToEnd(id: WorkspaceId): void;
  goToMessage(id: WorkspaceId, place: MessagePosition): Promise<void>;
  /**
   * Scrolls to the card of a tool call; one that waits is only loaded, and scrolls to itself. Resolves to the place
   * of a card that does not wait; null for any other.
   */
  goToCall(id: WorkspaceId, toolCallId: ToolCallId): Promise<MessagePosition | null>;
};

export function createJumpIntents(store: ParleyStore, reader: ChatReader): JumpIntents {
  async function toCall(id: WorkspaceId, chat: ReadyChat, toolCallId: ToolCallId): Promise<void> {
    const target = (now: ReadyChat) => placeOfCall(shownPage(now).messages, toolCallId);
    if (target(chat) !== null) return waits(chat, toolCallId) ? undefined : reader.show(id, target(chat));
    if (placeOfCall(chat.transcript.messages, toolCallId) === null)
      return reader.jump(id, { type: 'call', toolCallId }, target);
    goToEnd(id);
    if (!waits(chat, toolCallId)) reader.show(id, placeOfCall(chat.transcript.messages, toolCallId));
  }

  function goToEnd(id: WorkspaceId): void {
    reader.show(id, null);
    if (reader.ready(id)?.past) updateChat(store, id, whenReady(atEnd));
  }

  return {
    goToEnd,
    goToStart: (id) => reader.jump(id, { type: 'start' }, firstRow),
    async goToMessage(id, { messageId, part }) {
      const chat = reader.ready(id);
      if (chat === undefined) return;
      const target: RowTarget = { messageId, part, align: 'center' };
      const has = (messages: readonly Message[]) => messages.some((message) => message.id === messageId);
      if (!has(shownPage(chat).messages)) {
        if (!has(chat.transcript.messages))
          return reader.jump(id, { type: 'around', messageId }, () => target);
        goToEnd(id);
      }
      reader.show(id, target);
    },
    async goToCall(id, toolCallId) {
      const chat = reader.ready(id);
      if (chat !== undefined) await toCall(id, chat, toolCallId);
      const now = reader.ready(id);
      return now === undefined || waits(now, toolCallId)
        ? null
        : placeOfCall(shownPage(now).messages, toolCallId);
    },
  };
}

function firstRow(chat: ReadyChat): RowTarget {
  const [first] = shownPage(chat).messages;
  return first === undefined ? null : { messageId: first.id, part: 0, align: 'start' };
}

function placeOfCall(messages: readonly Message[], toolCallId: ToolCallId): RowTarget {
  for (const message of messages) {
    const part = message.role === 'user' ? -1 : message.parts.findIndex(isCall(toolCallId));
    if (part >= 0) return { messageId: message.id, part, align: 'center' };
  }
  return null;
}

function waits({ transcript, past }: ReadyChat, toolCallId: ToolCallId): boolean {
  return [...(past?.messages ?? []), ...transcript.messages].some(
    (message) =>
      message.role !== 'user' &&
      message.parts.some((part) => isCall(toolCallId)(part) && waitsForPerson(part)),
  );
}

function isCall(toolCallId: ToolCallId) {
  return (part: Part) => part.type === 'tool' && part.toolCallId === toolCallId;
}

/** Keeps the messages around the screen loaded. */
export type ReadingIntents = {
  /**
   * Reads more where the loaded part ends near the screen, and drops what is far; returns true if messages before
   * the screen were dropped.
   */
  loadNear(id: WorkspaceId, seen: VisibleRange): boolean;
  /** The messages from the person's last one before a shown message up to that one. */
  messagesOfTurn(id: WorkspaceId, messageId: MessageId): Promise<readonly Message[]>;
};

type ReadingIntentsDeps = { companion: Companion; store: ParleyStore; reader: ChatReader };

export function createReadingIntents({ companion, store, reader }: ReadingIntentsDeps): ReadingIntents {
  return {
    loadNear(id, seen) {
      const chat = reader.ready(id);
      if (chat === undefined) return false;
      const near = withoutDistant(chat, seen);
      if (near !== chat) updateChat(store, id, () => near);
      const next = nextPagePosition(near, seen);
      if (next !== null) void reader.addPage(id, next);
      return near !== chat && near.grewAt === 'start';
    },
    async messagesOfTurn(id, messageId) {
      const chat = reader.ready(id);
      if (chat === undefined) return [];
      const shown = shownPage(chat);
      let messages: readonly Message[] = shown.messages.filter((message) => message.id <= messageId);
      let { hasEarlier } = shown;
      while (hasEarlier && messages[0] !== undefined && messages.every(({ role }) => role !== 'user')) {
        const read = await companion.client.workspace.readMessages({
          workspaceId: id,
          at: { type: 'before', messageId: messages[0].id },
        });
        messages = [...read.messages, ...messages];
        ({ hasEarlier } = read);
      }
      return messages;
    },
  };
}
