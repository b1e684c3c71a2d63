/** Time after an input event in which a scroller's movement counts as the person's, in milliseconds. */
const aftermath = 400;

/** The same after a finger has left the screen, while the page glides on. */
const glide = 2_000;

/** Keys that scroll the conversation from anywhere but a field. */
const pageKeys = new Set(['PageUp', 'PageDown', 'Home', 'End']);

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
      const reaches = within || key === 'Tab' || (pageKeys.has(key) && !isField(target));
      if (scrollKeys.has(key) && reaches && !(key === ' ' && target !== element)) sign();
    },
    options,
  );

  return {
    isScrolling: () => dragging || performance.now() < until,
    stop: () => over.abort(),
  };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input') !== null;
}

/** Elements that a click does something on. */
const pressable = 'button, a[href], label, summary, [role=button], [role=radio], [role=checkbox], [role=tab]';

/** Distance a pointer may tremble, in CSS pixels; beyond that the person slides off on purpose. */
const tremor = 8;

/**
 * Keeps a press on what it began on while the pointer stays where it is, though the page moves under it
 * meanwhile: the click reaches what was pressed, and nothing that took its place. To be called on
 * `pointerdown`.
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
 * Tells when a mouse button or finger goes down within an element, and when it is up again and the
 * click that this makes has been delivered; meanwhile the press stays on what it began on. Returns what
 * ends it.
 */
export function watchPress(element: HTMLElement, emit: (pressed: boolean) => void): () => void {
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
