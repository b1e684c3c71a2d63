import { useEffect, useState } from 'react';
import type { CacheSnapshot } from 'virtua';
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
    case 'summary':
    case 'notes':
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

/** Least height of the window above and below a chat, in pixels. */
const around = 140;

/** Distance beyond the screen up to which there are rows, in pixels. */
const beyond = 600;

type FirstRows = {
  /** The rows to begin with, as indices: where the end is shown, those that fill the window. */
  first: readonly number[];
  /** Current distance beyond the screen up to which rows are mounted. */
  bufferSize: number;
  /** Likely heights of the rows above the screen, each until it is measured; one on it is hidden until then. */
  heights: CacheSnapshot;
  /** Height of a row of which nothing is known; never guessed from what was measured, which may be one huge answer. */
  usual: number;
};

const none: readonly number[] = [];

/** The height that the list assumes for a row that was not measured. */
const unknown = -1;

/**
 * Returns the first rows of a list: the visible ones, in its very first render, and no more of them than
 * needed. Those around them come when these are painted.
 */
export function useFirstRows(rows: readonly TranscriptRow[], atEnd: boolean): FirstRows {
  const [painted, setPainted] = useState(false);
  const [{ first, ...known }] = useState(() => {
    const room = innerHeight - around;
    const likely = rows.map(likelyHeight);
    const last = lastRows(likely, room);
    const first = atEnd ? last : none;
    const usual = likely.toSorted((one, other) => one - other)[Math.floor(likely.length / 2)] ?? card;
    const known = atEnd
      ? [...likely.slice(0, likely.length - first.length), ...first.map(() => unknown)]
      : [];
    const heights: CacheSnapshot = [known, usual];
    return { first, heights, usual };
  });
  useEffect(() => {
    // A timer that is set in a frame runs when that frame is painted.
    requestAnimationFrame(() => setTimeout(() => setPainted(true)));
  }, []);
  return { first: painted ? none : first, bufferSize: painted ? beyond : 0, ...known };
}
