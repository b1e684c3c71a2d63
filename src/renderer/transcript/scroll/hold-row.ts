/** For how many frames a list may still be finding its place. */
const patience = 12;

/** What a person does to be elsewhere. */
const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Keeps a row where it is on the screen while the list around it changes, unless the person scrolls. */
export function holdRow(scroller: HTMLElement, key: string): void {
  const row = scroller.querySelector(`[data-row="${CSS.escape(key)}"]`);
  if (row === null) return;
  const over = new AbortController();
  const place = row.getBoundingClientRect().top;
  let frames = 0;
  const look = () => {
    frames += 1;
    if (over.signal.aborted || !row.isConnected || frames > patience) return over.abort();
    const moved = row.getBoundingClientRect().top - place;
    if (Math.abs(moved) >= 1) scroller.scrollBy({ top: moved, behavior: 'instant' });
    requestAnimationFrame(look);
  };
  for (const sign of signs) {
    scroller.addEventListener(sign, () => over.abort(), { signal: over.signal, passive: true });
  }
  requestAnimationFrame(look);
}
