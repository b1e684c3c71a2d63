import type { TranscriptEvent } from '../../../shared/transcript/transcript-event.ts';
import type { ChatItem } from '../../companion.ts';

/** Returns the number of characters that a feed item adds to a text. */
export function textLength(item: ChatItem): number {
  return item.type === 'event' && item.event.type === 'text-appended' ? item.event.text.length : 0;
}

/** Splits an item in two, the first of at most `length` characters, at the end of a line where possible. */
export function splitText(item: ChatItem, length: number): [ChatItem, ChatItem] {
  if (item.type !== 'event' || item.event.type !== 'text-appended') throw new Error('Only text can be split');
  const { event } = item;
  const at = placeToSplit(event.text, Math.floor(length));
  const part = (text: string): ChatItem => ({ ...item, event: { ...event, text } });
  return [part(event.text.slice(0, at)), part(event.text.slice(at))];
}

function placeToSplit(text: string, most: number): number {
  const lineEnd = text.lastIndexOf('\n', most - 1) + 1;
  if (lineEnd > most / 2) return lineEnd;
  const cutsCharacter = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return cutsCharacter && most > 1 ? most - 1 : most;
}

/** Joins neighbouring pieces of the same text into one change. */
export function joinText(items: readonly ChatItem[]): ChatItem[] {
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
