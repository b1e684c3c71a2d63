import { startTransition, useEffect, useState } from 'react';
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
  /** How high the list takes a row to be until it has measured it. */
  itemSize: number;
};

const none: readonly number[] = [];

/**
 * What a list begins with: the rows one sees, in its very first render, and no more of them than
 * needed. Those around them come when these are painted.
 */
export function useFirstRows(rows: readonly TranscriptRow[], atEnd: boolean): FirstRows {
  const [painted, setPainted] = useState(false);
  const [{ first, itemSize }] = useState(() => {
    const heights = rows.map(likelyHeight);
    const last = lastRows(heights, innerHeight - around);
    return { first: atEnd ? last : none, itemSize: mean(last.map((index) => heights[index] ?? 0)) };
  });
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return { first: painted ? none : first, bufferSize: painted ? beyond : 0, itemSize };
}

function mean(numbers: readonly number[]): number {
  return Math.ceil(numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length));
}

function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
