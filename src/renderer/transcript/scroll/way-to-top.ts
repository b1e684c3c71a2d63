/** Whatever says that the person wants to be elsewhere. */
const turnsBack = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Tells whether the person is on the way to the very top: from pressing Home until they do anything
 * else in this element.
 */
export function watchWayToTop(element: HTMLElement): { isTaken(): boolean; stop(): void } {
  const over = new AbortController();
  let taken = false;
  for (const type of turnsBack) {
    element.addEventListener(
      type,
      (event) => {
        taken = event instanceof KeyboardEvent && event.key === 'Home' && !isField(event.target);
      },
      { passive: true, signal: over.signal },
    );
  }
  return { isTaken: () => taken, stop: () => over.abort() };
}

/** There the key moves the caret. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input') !== null;
}
