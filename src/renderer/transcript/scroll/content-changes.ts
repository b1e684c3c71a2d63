const still: ReadonlySet<string> = new Set(['aria-posinset', 'aria-setsize', 'aria-disabled', 'data-arming']);

/**
 * True for changes that move nothing: a message's position for screen readers, whether a control can be
 * pressed, and whether the list can, which it disables and enables shortly after each scroll.
 */
function movesNothing({ attributeName, oldValue, target }: MutationRecord): boolean {
  if (attributeName !== null && still.has(attributeName)) return true;
  if (attributeName !== 'style' || !(target instanceof Element)) return false;
  return withoutPointer(oldValue) === withoutPointer(target.getAttribute('style'));
}

function withoutPointer(style: string | null): string {
  return (style ?? '').replace(/\s*pointer-events:[^;]*;/, '').trim();
}

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
  const changes = new MutationObserver((records) => {
    if (!records.every(movesNothing)) note();
  });
  changes.observe(element, { subtree: true, childList: true, characterData: true, attributeOldValue: true });
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
