import type { MessageId } from '../../../shared/ids.ts';
import { applyEvent } from '../../../shared/transcript/apply-event.ts';
import type { MessagePage, PagePosition } from '../../../shared/transcript/message-page.ts';
import { waitsForPerson } from '../../../shared/transcript/waiting-calls.ts';
import type { TranscriptEvent } from '../../../shared/transcript/transcript-event.ts';
import type { Message, Transcript } from '../../../shared/transcript/transcript.ts';

/**
 * The loaded part of a chat: its newest messages, and those shown instead when the person has gone far back. Its
 * size does not grow with the chat.
 */
export type LoadedChat = {
  transcript: Transcript;
  /** Older messages that are shown instead; null while the newest are shown. */
  past: MessagePage | null;
  /**
   * The end at which messages were last added or removed: the list keeps its scroll position differently for
   * each.
   */
  grewAt: 'start' | 'end';
  /** Counts how often all shown messages were replaced by others. */
  place: number;
};

/** How many of the newest messages always stay. */
const newest = 60;

export function shownPage({ transcript, past }: Pick<LoadedChat, 'transcript' | 'past'>): MessagePage {
  return past ?? { ...transcript, hasLater: false };
}

/** Adds a page of messages; does nothing if it no longer adjoins what is loaded. */
export function withPage<Chat extends LoadedChat>(chat: Chat, at: PagePosition, read: MessagePage): Chat {
  switch (at.type) {
    case 'before':
      return withEarlierPage(chat, at.messageId, read);
    case 'after':
      if (chat.past === null || chat.past.messages.at(-1)?.id !== at.messageId) return chat;
      return showing(chat, { ...chat.past, ...following(chat.past, read) }, 'end');
    case 'around':
    case 'call':
    case 'start':
      return { ...showing(chat, read, 'end'), place: chat.place + 1 };
  }
}

function withEarlierPage<Chat extends LoadedChat>(chat: Chat, id: MessageId, read: MessagePage): Chat {
  const { past, transcript } = chat;
  const before = (later: Transcript) => ({
    messages: [...read.messages, ...later.messages],
    hasEarlier: read.hasEarlier,
  });
  if (past?.messages[0]?.id === id) return { ...chat, past: { ...past, ...before(past) }, grewAt: 'start' };
  if (transcript.messages[0]?.id !== id) return chat;
  const grown = { ...chat, transcript: { ...transcript, ...before(transcript) } };
  return past === null ? { ...grown, grewAt: 'start' } : showing(grown, past, 'end');
}

function following(
  past: MessagePage,
  { messages, hasLater }: MessagePage,
): Pick<MessagePage, 'messages' | 'hasLater'> {
  return { messages: [...past.messages, ...messages], hasLater };
}

/** Shows a part of the chat, joined with the newest messages where it reaches them. */
function showing<Chat extends LoadedChat>(chat: Chat, shown: MessagePage, grewAt: 'start' | 'end'): Chat {
  const { messages } = chat.transcript;
  const oldest = messages[0]?.id ?? 0;
  if (shown.hasLater && (shown.messages.at(-1)?.id ?? 0) < oldest) return { ...chat, past: shown, grewAt };
  const joined = [...shown.messages.filter(({ id }) => id < oldest), ...messages];
  const transcript = { ...chat.transcript, messages: joined, hasEarlier: shown.hasEarlier };
  return { ...chat, transcript, past: null, grewAt };
}

/** Returns the chat scrolled back to its newest messages. */
export function atEnd<Chat extends LoadedChat>(chat: Chat): Chat {
  return chat.past === null ? chat : { ...chat, past: null, grewAt: 'end', place: chat.place + 1 };
}

/**
 * Takes a new snapshot of the chat and keeps the older messages that were loaded, so that the person keeps their
 * position. Messages that waited are read again.
 */
export function withOlder<Chat extends LoadedChat>(chat: Chat, before: LoadedChat): Chat {
  const older = before.past ?? { ...before.transcript, hasLater: true };
  const oldest = chat.transcript.messages[0]?.id ?? 0;
  const isOlder = (older.messages[0]?.id ?? oldest) < oldest;
  if (isOlder && !older.messages.some(isUnfinished))
    return { ...showing(chat, older, 'end'), place: before.place };
  return { ...chat, place: before.place + Number(before.past !== null) };
}

/** What is kept of a chat while another one is open. */
export function newestPartOf<Chat extends LoadedChat>(chat: Chat): Chat {
  return { ...chat, past: null, transcript: newestOf(chat.transcript), grewAt: 'end' };
}

export function pastAfterEvent(past: MessagePage | null, event: TranscriptEvent): MessagePage | null {
  if (past === null || event.type === 'message-added') return past;
  if (event.type === 'branch-shown') return null;
  if (event.type !== 'messages-replaced') return { ...past, ...applyEvent(past, event) };
  const messages = past.messages.filter(({ id, role }) => id < event.from || role === 'outside');
  return messages.length === 0 ? null : { ...past, messages };
}

/** The newest messages, and all since the oldest that waits for the person. */
function newestOf(transcript: Transcript): Transcript {
  const { messages } = transcript;
  const owed = messages.findIndex(isUnfinished);
  const start = Math.max(0, Math.min(messages.length - newest, owed < 0 ? messages.length : owed));
  return start === 0 ? transcript : { ...transcript, messages: messages.slice(start), hasEarlier: true };
}

/** True for a message that the agent has yet to read or the person to answer. */
function isUnfinished(message: Message): boolean {
  return message.role === 'user' ? message.queued : message.parts.some(waitsForPerson);
}

/** The first and last message on screen; `still` while the list does not scroll. */
export type VisibleRange = { first: MessageId; last: MessageId; still: boolean };

/** With fewer messages than this beyond the screen, more are read. */
const ahead = 40;

/** The most messages kept beyond the screen, and how many stay when there were more. */
const most = 240;
const kept = 120;

/** The same before the screen while it scrolls: the list keeps its position best when it stands still. */
const mostOnTheWay = 1_000;

/** Returns what to read next, when the person comes near the end of what is loaded; null for nothing. */
export function nextPagePosition(chat: LoadedChat, seen: VisibleRange): PagePosition | null {
  const { messages, hasEarlier, hasLater } = shownPage(chat);
  const [above, below] = beyond(messages, seen);
  const [first, last] = [messages[0], messages.at(-1)];
  if (hasEarlier && first !== undefined && above < ahead) return { type: 'before', messageId: first.id };
  if (hasLater && last !== undefined && below < ahead) return { type: 'after', messageId: last.id };
  return null;
}

/** Drops messages far from the screen at one end; returns the same chat if there are none. */
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

/** Counts the messages before and after those on screen. */
function beyond(messages: readonly Message[], { first, last }: VisibleRange): [number, number] {
  const above = messages.findIndex(({ id }) => id >= first);
  const below = messages.length - 1 - messages.findLastIndex(({ id }) => id <= last);
  return [Math.max(0, above), Math.min(below, messages.length - 1)];
}
