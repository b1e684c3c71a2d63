import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePlace } from '../../../shared/transcript/found-places.ts';
import type { Message, Part } from '../../../shared/transcript/transcript.ts';
import { waitsForPerson } from '../../../shared/transcript/settled-status.ts';
import type { ChatReader, RowTarget } from './chat-reader.ts';
import { type ReadyChat, whenReady } from './chat-view.ts';
import { type ParleyStore, updateChat } from '../parley-store.ts';
import { atEnd, shownPage } from './loaded-chat.ts';

/** Jumps to places of a chat, loaded or not. One that cannot be read is said in the chat. */
export type JumpIntents = {
  goToStart(id: WorkspaceId): Promise<void>;
  /** Shows the newest messages again. */
  goToEnd(id: WorkspaceId): void;
  goToMessage(id: WorkspaceId, place: MessagePlace): Promise<void>;
  /** Brings the card of a tool call into view; one that waits is only loaded, for its own way into view. */
  goToCall(id: WorkspaceId, toolCallId: ToolCallId): Promise<void>;
};

export function createJumpIntents(store: ParleyStore, reader: ChatReader): JumpIntents {
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
      if (chat === undefined) return;
      const target = (now: ReadyChat) => placeOfCall(shownPage(now).messages, toolCallId);
      if (target(chat) !== null) return waits(chat, toolCallId) ? undefined : reader.show(id, target(chat));
      if (placeOfCall(chat.transcript.messages, toolCallId) === null)
        return reader.jump(id, { type: 'call', toolCallId }, target);
      goToEnd(id);
      if (!waits(chat, toolCallId)) reader.show(id, placeOfCall(chat.transcript.messages, toolCallId));
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
