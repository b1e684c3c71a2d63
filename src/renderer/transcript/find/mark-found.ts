import { foundIn, foldText } from '../../../shared/find/fold-text.ts';
import { useEffect, type RefObject } from 'react';
import { useView } from '../../parley-context.tsx';

/** Elements that stand within a line; all others end a word. */
const inline = new Set(['A', 'B', 'CODE', 'DEL', 'EM', 'I', 'SPAN', 'STRONG']);

/** Returns the ranges within an element that show a folded text. */
function rangesIn(element: Element, folded: string): Range[] {
  const pieces: { node: Text; from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, from: text.length });
      text += node.data;
    } else if (!inline.has(node.nodeName)) text += ' ';
  }
  return foundIn(text, folded).flatMap(([start, end]) => {
    const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
    if (first === undefined || last === undefined) return [];
    const range = document.createRange();
    range.setStart(first.node, Math.min(first.node.length, start - first.from));
    range.setEnd(last.node, Math.min(last.node.length, end - last.from));
    return [range];
  });
}

function pieceAt(pieces: readonly { node: Text; from: number }[], at: number) {
  return pieces.findLast(({ from }) => from <= at);
}

/** For how many frames the place that is shown may still be moved into view. */
const patience = 40;

/** Number of frames in a row for which it must stay in place. */
const stillness = 4;

/**
 * Marks a folded text wherever the conversation shows it, most of all in the row that was found, also in
 * rows that come later. Highlights of the platform do it, so that nothing moves. Returns what ends it.
 */
export function markFound(scroller: HTMLElement, folded: string): () => void {
  let frame = 0;
  const mark = () => {
    frame = 0;
    const rows = [...scroller.querySelectorAll('[data-row]')];
    const isFound = (row: Element) => row.hasAttribute('data-found');
    setMarks(
      'found',
      rows.filter((row) => !isFound(row)).flatMap((row) => rangesIn(row, folded)),
    );
    setMarks(
      'found-here',
      rows.filter(isFound).flatMap((row) => rangesIn(row, folded)),
    );
  };
  const changes = new MutationObserver(() => {
    if (frame === 0) frame = requestAnimationFrame(mark);
  });
  const attributeFilter = ['data-found'];
  changes.observe(scroller, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter,
  });
  mark();
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    for (const name of ['found', 'found-here']) CSS.highlights?.delete(name);
  };
}

/** Brings the text itself into view, where its row is longer than the screen. Returns what ends it. */
export function revealFound(scroller: HTMLElement, folded: string): () => void {
  const over = new AbortController();
  let [frames, still] = [0, 0];
  const look = () => {
    frames += 1;
    if (over.signal.aborted || frames > patience || still >= stillness) return;
    const row = scroller.querySelector('[data-found]');
    const place = row && rangesIn(row, folded)[0]?.getBoundingClientRect();
    if (place) still = bringIntoView(scroller, place) ? 0 : still + 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  for (const sign of ['wheel', 'touchmove', 'pointerdown']) {
    scroller.addEventListener(sign, () => over.abort(), { signal: over.signal, passive: true });
  }
  return () => over.abort();
}

/** Scrolls to the place; true if that was necessary. */
function bringIntoView(scroller: HTMLElement, { top, bottom }: DOMRect): boolean {
  const view = scroller.getBoundingClientRect();
  if (top >= view.top + 8 && bottom <= view.bottom - 8) return false;
  scroller.scrollBy({ top: top - view.top - view.height / 3 });
  return true;
}

function setMarks(name: string, ranges: readonly Range[]): void {
  CSS.highlights?.set(name, new Highlight(...ranges));
}

/** Marks what is looked for in the conversation, and brings the place that is shown into view. */
export function useMarks(scroller: RefObject<HTMLElement | null>, query: string): void {
  const folded = foldText(query).trim();
  const found = useView((view) => view.found);
  useEffect(
    () => (scroller.current === null || folded === '' ? undefined : markFound(scroller.current, folded)),
    [scroller, folded],
  );
  useEffect(
    () =>
      scroller.current === null || folded === '' || found === null
        ? undefined
        : revealFound(scroller.current, folded),
    [scroller, folded, found],
  );
}
