import { useEffect, useState } from 'react';
import type { CacheSnapshot } from 'virtua';
import { lastRows, likelyHeight } from './row-heights.ts';
import type { TranscriptRow } from './transcript-rows.ts';

/** Least height of the window above and below a chat, in pixels. */
const around = 140;

/** Distance beyond the screen up to which there are rows, in pixels. */
const beyond = 600;

type FirstRows = {
  /** The rows to begin with, as indices: where the end is shown, those that fill the window. */
  first: readonly number[];
  /** Current distance beyond the screen up to which rows are mounted. */
  bufferSize: number;
  /** Known heights: none of a row, and the likely height of one until a screen was measured. */
  heights: CacheSnapshot;
};

const none: readonly number[] = [];

/**
 * Returns the first rows of a list: the visible ones, in its very first render, and no more of them than
 * needed. Those around them come when these are painted.
 */
export function useFirstRows(rows: readonly TranscriptRow[], atEnd: boolean): FirstRows {
  const [painted, setPainted] = useState(false);
  const [{ first, heights }] = useState(() => {
    const room = innerHeight - around;
    const last = lastRows(rows.map(likelyHeight), room);
    const heights: CacheSnapshot = [[], Math.ceil(room / Math.max(1, last.length))];
    return { first: atEnd ? last : none, heights };
  });
  useEffect(() => {
    // A timer that is set in a frame runs when that frame is painted.
    requestAnimationFrame(() => setTimeout(() => setPainted(true)));
  }, []);
  return { first: painted ? none : first, bufferSize: painted ? beyond : 0, heights };
}
