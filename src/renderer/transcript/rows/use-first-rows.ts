import { useEffect, useState } from 'react';
import type { CacheSnapshot } from 'virtua';
import { lastRows, likelyHeight } from './row-heights.ts';
import type { TranscriptRow } from './transcript-rows.ts';

/** What the window holds above and below a chat at least, in pixels. */
const around = 140;

/** How far beyond the screen there are rows, in pixels. */
const beyond = 600;

type FirstRows = {
  /** The rows to begin with, as indices: where the end is shown, those that fill the window. */
  first: readonly number[];
  /** How far beyond the screen rows are wanted by now. */
  bufferSize: number;
  /** What the list knows of heights: none of a row, and how high one is likely to be until a screen was measured. */
  heights: CacheSnapshot;
};

const none: readonly number[] = [];

/**
 * What a list begins with: the rows one sees, in its very first render, and no more of them than
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
