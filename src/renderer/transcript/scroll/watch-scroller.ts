import { keepTopHere, stayHere } from '../../ui/stay-here.ts';

/** What scrolled: the person, a change of the content, or something else. */
type ScrollCause = 'person' | 'content' | 'elsewhere';

export type CauseOf = (movement: 'up' | 'down') => ScrollCause;

type Handlers = {
  onScroll(causeOf: CauseOf): void;
  onResize(): void;
  onPress(pressed: boolean): void;
  /** Called when what the person reads may begin to grow. */
  onStay(): void;
  /** Called with an element in use whose top is to stay in sight. */
  onKeepTop(element: Element): void;
};

/** After `forgetInput` no movement counts as the person's until they scroll again. */
export type WatchedScroller = { forgetInput(): void; stop(): void };

/** Watches a scroller's movements and their causes, its size, and presses in it. */
export function watchScroller(
  scroller: HTMLElement,
  { onScroll, onResize, onPress, onStay, onKeepTop }: Handlers,
): WatchedScroller {
  const person = watchPersonScrolling(scroller);
  const content = watchContentChanges(scroller);
  const stopPress = watchPress(scroller, onPress);
  const causeOf: CauseOf = (movement) => {
    if (person.isScrolling(movement)) return 'person';
    return content.areRecent() ? 'content' : 'elsewhere';
  };
  const scrolled = () => onScroll(causeOf);
  const topAsked = ({ target }: Event) => {
    if (target instanceof Element) onKeepTop(target);
  };
  const sizes = new ResizeObserver(onResize);
  sizes.observe(scroller);
  for (const child of scroller.children) sizes.observe(child);
  // In the capture phase, before the list reacts to the scrolling.
  scroller.addEventListener('scroll', scrolled, { passive: true, capture: true });
  scroller.addEventListener(stayHere, onStay);
  scroller.addEventListener(keepTopHere, topAsked);
  return {
    forgetInput: person.forget,
    stop() {
      sizes.disconnect();
      person.stop();
      content.stop();
      stopPress();
      scroller.removeEventListener(stayHere, onStay);
      scroller.removeEventListener(keepTopHere, topAsked);
      scroller.removeEventListener('scroll', scrolled, { capture: true });
    },
  };
}

/** How long after an input a movement counts as the person's, in milliseconds. */
const aftermath = 400;

/** And for at least so many frames: a page that was busy has not moved yet. */
const aftermathFrames = 6;

/** The same after a finger has left the screen, in milliseconds, while the page glides on. */
const glide = 2_000;

/** Keys that scroll the conversation wherever the focus is, except in a field. */
const pageKeys = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/** `either` where the input does not tell. */
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
 * Tells the person's scrolling (wheel, touch, keys, scrollbar, middle button, a link to a place, selecting past
 * an edge) from the page's own. A movement against the direction of the input is the page's.
 */
function watchPersonScrolling(element: HTMLElement): {
  isScrolling(movement: 'up' | 'down'): boolean;
  forget(): void;
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
  const forget = () => {
    up.end();
    down.end();
  };
  return {
    isScrolling: (movement) => inputs.isDragging() || (movement === 'up' ? up : down).lasts,
    forget,
    stop() {
      inputs.stop();
      forget();
    },
  };
}

/** Emits each input that scrolls, with how long the scroller may move because of it, in milliseconds. */
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

/** The time after an input in which the page may still move because of it. */
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

/** Elements that react to a click. */
const pressable = 'button, a[href], label, summary, [role=button], [role=radio], [role=checkbox], [role=tab]';

/** How far a pointer may tremble during a press, in CSS pixels. */
const tremor = 8;

/**
 * Keeps a press on what it began on, though the page moves under a resting pointer: the click then reaches what
 * was pressed. To be called on `pointerdown`.
 */
function capturePress(event: PointerEvent, over: AbortSignal): void {
  const pressed = event.target instanceof Element ? event.target.closest(pressable) : null;
  if (pressed === null || event.button !== 0 || event.pointerType === 'touch') return;
  const { pointerId, clientX, clientY } = event;
  pressed.setPointerCapture(pointerId);
  const moved = (now: Event) => {
    if (!(now instanceof PointerEvent) || now.pointerId !== pointerId) return;
    if (Math.hypot(now.clientX - clientX, now.clientY - clientY) <= tremor) return;
    if (pressed.hasPointerCapture(pointerId)) pressed.releasePointerCapture(pointerId);
  };
  const done = new AbortController();
  const signal = AbortSignal.any([over, done.signal]);
  pressed.addEventListener('pointermove', moved, { passive: true, signal });
  pressed.addEventListener('lostpointercapture', () => done.abort(), { signal });
}

/**
 * Emits when a press begins within an element, and when its click has been delivered; meanwhile the press stays
 * on what it began on. Returns a function that stops watching.
 */
function watchPress(element: HTMLElement, emit: (pressed: boolean) => void): () => void {
  const over = new AbortController();
  const options = { passive: true, capture: true, signal: over.signal };
  let frame = 0;
  const down = (event: PointerEvent) => {
    capturePress(event, over.signal);
    cancelAnimationFrame(frame);
    emit(true);
  };
  const up = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => emit(false));
  };
  element.addEventListener('pointerdown', down, options);
  for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, up, options);
  return () => {
    over.abort();
    cancelAnimationFrame(frame);
  };
}

const still: ReadonlySet<string> = new Set(['aria-posinset', 'aria-setsize', 'aria-disabled', 'data-arming']);

/**
 * True for mutations that move nothing: positions for screen readers, whether a control can be pressed, and the
 * list's own `pointer-events`, which it toggles around each scroll.
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
 * Tells whether an element's content has changed since the frame before the last. A change that shortens it moves
 * the scroll position at that frame's layout, and the scroll event comes with the next.
 */
function watchContentChanges(element: HTMLElement): { areRecent(): boolean; stop(): void } {
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
