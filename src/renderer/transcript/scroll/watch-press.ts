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
