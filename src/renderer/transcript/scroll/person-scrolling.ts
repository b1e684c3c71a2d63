/** Time after an input event in which a scroller's movement counts as the person's, in milliseconds. */
const aftermath = 400;

/** Frames that have to be drawn in that time too: a page that stood still has not moved by the input yet. */
const aftermathFrames = 6;

/** The same after a finger has left the screen, while the page glides on. */
const glide = 2_000;

/** Keys that scroll the conversation from anywhere but a field. */
const pageKeys = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/** Way in which a person scrolls; `either` where an input does not tell. */
type ScrollDirection = 'up' | 'down' | 'either';

const scrollKeys: ReadonlyMap<string, ScrollDirection> = new Map([
  ['ArrowUp', 'up'],
  ['PageUp', 'up'],
  ['Home', 'up'],
  ['ArrowDown', 'down'],
  ['PageDown', 'down'],
  ['End', 'down'],
  ['Tab', 'either'],
  [' ', 'either'],
]);

/**
 * Tells the person's scrolling from that of the page: by wheel, touch, keys, the scrollbar, the
 * middle button, a link to a place in it, or by selecting text past an edge. A movement against the
 * direction of the input is the page's.
 */
export function watchPersonScrolling(element: HTMLElement): {
  isScrolling(movement: 'up' | 'down'): boolean;
  stop(): void;
} {
  const up = new Aftermath();
  const down = new Aftermath();
  const inputs = watchInputs(element, (direction, lasts) => {
    if (direction === 'down') up.end();
    else up.begin(lasts);
    if (direction === 'up') down.end();
    else down.begin(lasts);
  });
  return {
    isScrolling: (movement) => inputs.isDragging() || (movement === 'up' ? up : down).lasts,
    stop() {
      inputs.stop();
      up.end();
      down.end();
    },
  };
}

/** Emits each input that scrolls, with the time in which the scroller may move by it, in milliseconds. */
function watchInputs(
  element: HTMLElement,
  emit: (direction: ScrollDirection, lasts: number) => void,
): { isDragging(): boolean; stop(): void } {
  const over = new AbortController();
  const options = { passive: true, signal: over.signal };
  let dragging = false;
  const sign = (direction: ScrollDirection = 'either', lasts = aftermath) => emit(direction, lasts);

  element.addEventListener(
    'wheel',
    ({ deltaY }) => deltaY !== 0 && sign(deltaY < 0 ? 'up' : 'down'),
    options,
  );
  element.addEventListener('touchmove', () => sign('either', glide), options);
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
      const reaches = within || key === 'Tab' || (pageKeys.has(key) && !isField(target));
      const direction = scrollKeys.get(key);
      if (direction !== undefined && reaches && !(key === ' ' && target !== element)) sign(direction);
    },
    options,
  );

  return { isDragging: () => dragging, stop: () => over.abort() };
}

/** The time after an input, as long as the page needs to move by it. */
class Aftermath {
  #until = 0;
  #framesLeft = 0;
  #frame = 0;

  get lasts(): boolean {
    return this.#framesLeft > 0 || performance.now() < this.#until;
  }

  begin(lasts: number): void {
    this.#until = Math.max(this.#until, performance.now() + lasts);
    this.#framesLeft = aftermathFrames;
    cancelAnimationFrame(this.#frame);
    const drawn = () => {
      this.#framesLeft -= 1;
      if (this.#framesLeft > 0) this.#frame = requestAnimationFrame(drawn);
    };
    this.#frame = requestAnimationFrame(drawn);
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#until = 0;
    this.#framesLeft = 0;
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input') !== null;
}
