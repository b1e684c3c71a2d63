import type { TranscriptRow } from './transcript-rows.ts';

/** Characters in a line of the column, about, and its height in pixels. */
const lineLength = 90;
const lineHeight = 21;

/** The air where a text has an empty line, and the line of actions below a message. */
const blockSpace = 12;
const actions = 32;

/** A line that opens to more, and a card, of which many heights are possible. */
const disclosure = 38;
const card = 160;

/** Of a person's text no more than this is shown at first. */
const clampedBubble = 320;

/**
 * About how high a row is, in pixels, before it was ever on screen: good enough to know how many rows
 * a window shows.
 */
export function likelyHeight(row: TranscriptRow): number {
  switch (row.type) {
    case 'user':
      return Math.min(clampedBubble, textHeight(row.message.text)) + actions + lineHeight;
    case 'text':
      return textHeight(row.text) + actions;
    case 'tools':
    case 'supplied':
    case 'reasoning':
      return disclosure;
    case 'refused':
    case 'card':
      return card;
  }
}

function textHeight(text: string): number {
  return text
    .split('\n')
    .reduce(
      (height, line) =>
        height + (line === '' ? blockSpace : Math.ceil(line.length / lineLength) * lineHeight),
      0,
    );
}

/** The last rows that fill a height, as indices. */
export function lastRows(heights: readonly number[], room: number): number[] {
  let start = heights.length;
  for (let left = room; start > 0 && left > 0; left -= heights[start] ?? 0) start -= 1;
  return heights.slice(start).map((_, index) => start + index);
}
