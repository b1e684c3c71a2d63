import { rangesIn } from './row-text.ts';

/** For how many frames the place that is shown may still be moved into view. */
const patience = 40;

/** How many frames in a row it must stand there. */
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

/** Whether that had to scroll. */
function bringIntoView(scroller: HTMLElement, { top, bottom }: DOMRect): boolean {
  const view = scroller.getBoundingClientRect();
  if (top >= view.top + 8 && bottom <= view.bottom - 8) return false;
  scroller.scrollBy({ top: top - view.top - view.height / 3 });
  return true;
}

function setMarks(name: string, ranges: readonly Range[]): void {
  CSS.highlights?.set(name, new Highlight(...ranges));
}
