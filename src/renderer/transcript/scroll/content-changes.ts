/**
 * Tells whether what an element holds has changed since the frame before the last. A change that
 * makes it shorter moves its scroll position at that frame's layout, and says so with the next.
 */
export function watchContentChanges(element: HTMLElement): { areRecent(): boolean; stop(): void } {
  let frame = 0;
  const forget = () => {
    frame = 0;
  };
  const note = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(forget);
    });
  };
  const changes = new MutationObserver(note);
  changes.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
  const sizes = new ResizeObserver(note);
  sizes.observe(element);
  for (const child of element.children) sizes.observe(child);
  return {
    areRecent: () => frame !== 0,
    stop() {
      changes.disconnect();
      sizes.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}
