import type { Chat } from '../../../shared/contract/contract.ts';
import type { Cursor } from '../../../shared/contract/feed.ts';
import { applyEvent } from '../../../shared/transcript/apply-event.ts';
import type { ChatItem } from '../../companion.ts';
import { joinText } from './text-items.ts';
import { type LoadedChat, pastAfterEvent, withOlder } from './loaded-chat.ts';

export type ReadyChat = LoadedChat & { status: 'ready'; cursor: Cursor };

export type ChatView = { status: 'loading' } | { status: 'failed'; problem: string } | ReadyChat;

export function applyChatItems(chat: ChatView, items: readonly ChatItem[]): ChatView {
  return joinText(items).reduce(applyChatItem, chat);
}

function applyChatItem(chat: ChatView, item: ChatItem): ChatView {
  switch (item.type) {
    case 'snapshot':
      return readyChat(item.state, item.cursor, chat);
    case 'event':
      if (chat.status !== 'ready') return chat;
      return {
        ...chat,
        ...(item.event.type === 'branch-shown' && { place: chat.place + 1 }),
        transcript: applyEvent(chat.transcript, item.event),
        past: pastAfterEvent(chat.past, item.event),
        cursor: item.cursor,
        grewAt: 'end',
      };
  }
}

function readyChat({ transcript }: Chat, cursor: Cursor, before: ChatView): ReadyChat {
  const received: ReadyChat = { status: 'ready', transcript, cursor, past: null, grewAt: 'end', place: 0 };
  return before.status === 'ready' ? withOlder(received, before) : received;
}

export function hasMessages(chat: ChatView | undefined): boolean {
  return chat?.status === 'ready' && chat.transcript.messages.length > 0;
}

/** Lifts a change of a loaded chat to any chat; one that is not loaded stays as it is. */
export function whenReady(change: (chat: ReadyChat) => ReadyChat): (chat: ChatView) => ChatView {
  return (chat) => (chat.status === 'ready' ? change(chat) : chat);
}
