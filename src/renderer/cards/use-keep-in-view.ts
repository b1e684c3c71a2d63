import { type RefObject, useEffect, useRef } from 'react';

/** For how many frames the list may still settle after what it shows has changed its height. */
const settling = 6;

const signsOfAPerson = ['wheel', 'touchmove', 'pointerdown'];

/**
 * Whenever the card shows something else, sees to it that it is found: the whole of it in view if
 * it fits, else its top with the tabs and the prompt. Leaves alone a person who scrolls or presses meanwhile: what
 * moves away under a press never gets its click.
 */
export function useKeepInView(ref: RefObject<HTMLElement | null>, shown: number): void {
  const before = useRef(shown);
  useEffect(() => {
    const element = ref.current;
    if (element === null || before.current === shown) return;
    before.current = shown;
    return onEachFrame(settling, () => bringIntoView(element));
  }, [ref, shown]);
}

function onEachFrame(frames: number, run: () => void): () => void {
  let frame = 0;
  let left = frames;
  const end = () => cancelAnimationFrame(frame);
  const step = () => {
    run();
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(step);
  };
  step();
  for (const sign of signsOfAPerson) window.addEventListener(sign, end, { passive: true, capture: true });
  return () => {
    end();
    for (const sign of signsOfAPerson) window.removeEventListener(sign, end, { capture: true });
  };
}

function bringIntoView(element: HTMLElement): void {
  const scroller = element.closest('[role=log]');
  if (scroller === null) return;
  const view = scroller.getBoundingClientRect();
  const whole = element.getBoundingClientRect();
  if (whole.height <= view.height) return element.scrollIntoView({ block: 'nearest' });
  const head = element.querySelector('[data-card-head]')?.getBoundingClientRect();
  const start = whole.top;
  const end = head?.bottom ?? start;
  if (start < view.top || end > view.bottom) element.scrollIntoView({ block: 'start' });
}
