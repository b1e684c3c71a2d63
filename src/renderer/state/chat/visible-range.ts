import type { MessageId } from '../../../shared/ids.ts';
import type { MessagePage, PagePlace } from '../../../shared/transcript/message-page.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import { isUnfinished, type LoadedChat, newestOf, shownPage } from './loaded-chat.ts';

/** The first and the last message on screen, and whether these stay for the moment. */
export type VisibleRange = { first: MessageId; last: MessageId; still: boolean };

/** With fewer messages than this beyond the screen, more are read. */
const ahead = 40;

/** Largest number of messages beyond the screen, and the number that stays when there were more. */
const most = 240;
const kept = 120;

/** Largest number before the screen while it moves: the list keeps its place best when it stands still. */
const mostOnTheWay = 1_000;

/** Returns the place to read next, when the person comes near the end of what is loaded. */
export function nextPagePlace(chat: LoadedChat, seen: VisibleRange): PagePlace | null {
  const { messages, hasEarlier, hasLater } = shownPage(chat);
  const [above, below] = beyond(messages, seen);
  const [first, last] = [messages[0], messages.at(-1)];
  if (hasEarlier && first !== undefined && above < ahead) return { type: 'before', messageId: first.id };
  if (hasLater && last !== undefined && below < ahead) return { type: 'after', messageId: last.id };
  return null;
}

/** The chat without what is far from the screen, at one of its ends; the chat itself where nothing is. */
export function withoutDistant<Chat extends LoadedChat>(chat: Chat, seen: VisibleRange): Chat {
  const shown = shownPage(chat);
  const [above, below] = beyond(shown.messages, seen);
  if (below > most) return withoutEnd(chat, shown, shown.messages.length - below + kept);
  return above > (seen.still ? most : mostOnTheWay) ? withoutStart(chat, shown, above - kept) : chat;
}

function withoutEnd<Chat extends LoadedChat>(chat: Chat, shown: MessagePage, end: number): Chat {
  const past = { ...shown, messages: shown.messages.slice(0, end), hasLater: true };
  if (chat.past !== null) return { ...chat, past, grewAt: 'end' };
  const transcript = newestOf(chat.transcript);
  const between = (transcript.messages[0]?.id ?? 0) > (past.messages.at(-1)?.id ?? 0);
  return between ? { ...chat, transcript, past, grewAt: 'end' } : chat;
}

function withoutStart<Chat extends LoadedChat>(chat: Chat, shown: MessagePage, start: number): Chat {
  const left = { messages: shown.messages.slice(start), hasEarlier: true };
  if (chat.past !== null) return { ...chat, past: { ...chat.past, ...left }, grewAt: 'start' };
  return shown.messages.slice(0, start).some(isUnfinished)
    ? chat
    : { ...chat, transcript: { ...chat.transcript, ...left }, grewAt: 'start' };
}

/** Returns the numbers of messages before and after those on screen. */
function beyond(messages: readonly Message[], { first, last }: VisibleRange): [number, number] {
  const above = messages.findIndex(({ id }) => id >= first);
  const below = messages.length - 1 - messages.findLastIndex(({ id }) => id <= last);
  return [Math.max(0, above), Math.min(below, messages.length - 1)];
}
