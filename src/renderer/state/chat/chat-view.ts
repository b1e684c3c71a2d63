import type { Chat } from '../../../shared/contract/contract.ts';
import type { Cursor } from '../../../shared/contract/feed.ts';
import { applyEvent } from '../../../shared/transcript/apply-event.ts';
import type { TranscriptEvent } from '../../../shared/transcript/transcript-event.ts';
import type { ChatItem } from '../../companion.ts';
import { type LoadedChat, pastAfter, withOlder } from './shown-stretch.ts';

export type ReadyChat = LoadedChat & { status: 'ready'; cursor: Cursor };

/** What the window has of one chat. */
export type ChatView = { status: 'loading' } | { status: 'failed'; problem: string } | ReadyChat;

/** The chat after these items of its feed, in their order. */
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
        transcript: applyEvent(chat.transcript, item.event),
        past: pastAfter(chat.past, item.event),
        cursor: item.cursor,
        grewAt: 'end',
      };
  }
}

function readyChat({ transcript }: Chat, cursor: Cursor, before: ChatView): ReadyChat {
  const told: ReadyChat = { status: 'ready', transcript, cursor, past: null, grewAt: 'end', place: 0 };
  return before.status === 'ready' ? withOlder(told, before) : told;
}

/** Whether there is something in a chat to be read. */
export function hasMessages(chat: ChatView | undefined): boolean {
  return chat?.status === 'ready' && chat.transcript.messages.length > 0;
}

/** The same change for a chat that is there; one that is not stays as it is. */
export function whenReady(change: (chat: ReadyChat) => ReadyChat): (chat: ChatView) => ChatView {
  return (chat) => (chat.status === 'ready' ? change(chat) : chat);
}

/** Joins neighbouring pieces of the same text, so that a burst of them is one change. */
function joinText(items: readonly ChatItem[]): ChatItem[] {
  const joined: ChatItem[] = [];
  for (const item of items) {
    const before = joined.at(-1);
    const event = before && joinedEvent(before, item);
    if (event) joined[joined.length - 1] = { type: 'event', cursor: item.cursor, event };
    else joined.push(item);
  }
  return joined;
}

function joinedEvent(before: ChatItem, next: ChatItem): TranscriptEvent | undefined {
  if (before.type !== 'event' || next.type !== 'event') return undefined;
  if (before.event.type !== 'text-appended' || next.event.type !== 'text-appended') return undefined;
  if (before.event.messageId !== next.event.messageId || before.event.part !== next.event.part)
    return undefined;
  return { ...next.event, text: before.event.text + next.event.text };
}
