/** Time after an input event in which a scroller's movement counts as the person's, in milliseconds. */
const aftermath = 400;

/** The same after a finger has left the screen, while the page glides on. */
const glide = 2_000;

const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Tab', ' ']);

/**
 * Tells the person's scrolling from that of the page: by wheel, touch, keys, the scrollbar, the
 * middle button, a link to a place in it, or by selecting text past an edge.
 */
export function watchPersonScrolling(element: HTMLElement): { isScrolling(): boolean; stop(): void } {
  const over = new AbortController();
  const options = { passive: true, signal: over.signal };
  let until = 0;
  let dragging = false;
  const sign = (lasts = aftermath) => {
    until = Math.max(until, performance.now() + lasts);
  };

  element.addEventListener('wheel', () => sign(), options);
  element.addEventListener('touchmove', () => sign(glide), options);
  element.addEventListener(
    'pointerdown',
    ({ target, button }) => {
      dragging = target === element || button === 1;
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    ({ buttons, pointerType }) => {
      if (buttons > 0 && pointerType === 'mouse') sign();
    },
    options,
  );
  element.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('a[href^="#"]') !== null) sign();
    },
    { ...options, capture: true },
  );
  window.addEventListener(
    'pointerup',
    () => {
      if (dragging) sign();
      dragging = false;
    },
    options,
  );
  window.addEventListener(
    'keydown',
    ({ key, target }) => {
      const within = target instanceof Node && element.contains(target);
      if (scrollKeys.has(key) && (within || key === 'Tab') && !(key === ' ' && target !== element)) sign();
    },
    options,
  );

  return {
    isScrolling: () => dragging || performance.now() < until,
    stop: () => over.abort(),
  };
}
