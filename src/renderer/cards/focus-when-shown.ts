/** For how many frames a list may still be measuring what it is about to show. */
const patience = 60;

/**
 * Gives the focus to an element as soon as it can have it: a windowed list keeps new rows
 * invisible, and so out of focus's reach, until it has measured them. Ends without it when the focus
 * goes anywhere else meanwhile. Returns what ends it.
 */
export function focusWhenShown(find: () => HTMLElement | null): () => void {
  const before = document.activeElement;
  let frames = 0;
  let frame = 0;

  function attempt(): void {
    if (document.activeElement !== before && document.activeElement !== document.body) return;
    const target = find();
    target?.focus({ preventScroll: true });
    if (target !== null && document.activeElement === target) return;
    frames += 1;
    if (frames < patience) frame = requestAnimationFrame(attempt);
  }

  attempt();
  return () => cancelAnimationFrame(frame);
}
