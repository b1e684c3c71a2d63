import { useEffect, useState } from 'react';
import type { CacheSnapshot } from 'virtua';
import type { TranscriptRow } from './transcript-rows.ts';

/** About how many characters a line has, and its height in pixels. */
const lineLength = 90;
const lineHeight = 21;

/** The height of an empty line in a text, and of the actions below a message. */
const blockSpace = 12;
const actions = 32;

/** The height of a line that opens to more, and a guess for cards. */
const disclosure = 38;
const card = 160;

/** The height to which a person's long text is clamped. */
const clampedBubble = 320;

/**
 * Estimates the height of a row in pixels before it was rendered: good enough to know how many rows fill a
 * window.
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
    case 'compaction':
    case 'limit':
    case 'subagent':
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

/** Returns the indices of the last rows that fill a height. */
export function lastRows(heights: readonly number[], room: number): number[] {
  let start = heights.length;
  for (let left = room; start > 0 && left > 0; left -= heights[start] ?? 0) start -= 1;
  return heights.slice(start).map((_, index) => start + index);
}

/** The least room above and below a chat, in pixels. */
const around = 140;

/** How far beyond the screen rows are mounted, in pixels. */
const beyond = 600;

type FirstRows = {
  /** The indices of the rows to begin with: at the end of a chat, those that fill the window. */
  first: readonly number[];
  /** How far beyond the screen rows are mounted now. */
  bufferSize: number;
  /**
   * Estimated heights of the rows above the screen until they are measured; one on screen is hidden until then.
   */
  heights: CacheSnapshot;
  /** The height for unknown rows; never derived from measured ones, which may include one huge answer. */
  usual: number;
};

const none: readonly number[] = [];

/** The height that the list takes as "not measured". */
const unknown = -1;

/**
 * Returns the rows for the very first render: the visible ones and no more. The rows around them come after the
 * paint.
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
    // A timer set within a frame fires after that frame is painted.
    requestAnimationFrame(() => setTimeout(() => setPainted(true)));
  }, []);
  return { first: painted ? none : first, bufferSize: painted ? beyond : 0, ...known };
}
