import { keepPress } from './keep-press.ts';

/**
 * Tells when a mouse button or finger goes down within an element, and when it is up again and the
 * click that this makes has been delivered; meanwhile the press stays on what it began on. Returns what
 * ends it.
 */
export function watchPress(element: HTMLElement, tell: (pressed: boolean) => void): () => void {
  const over = new AbortController();
  const options = { passive: true, capture: true, signal: over.signal };
  let frame = 0;
  const down = (event: PointerEvent) => {
    keepPress(event, over.signal);
    cancelAnimationFrame(frame);
    tell(true);
  };
  const up = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => tell(false));
  };
  element.addEventListener('pointerdown', down, options);
  for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, up, options);
  return () => {
    over.abort();
    cancelAnimationFrame(frame);
  };
}
