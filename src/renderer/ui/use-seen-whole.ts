import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { firstUnseen, type SeenPart, withPart } from './seen-parts.ts';

/** The height of the fade above a sticky foot, in pixels. */
const fade = 28;

/** A text may end in this many pixels without content. */
const nothing = 2;

type SeenWhole = {
  /** Identifies what the element shows; with another, all of it counts as unseen. Null stops looking. */
  about: string | null;
  onSeen(): void;
};

/**
 * Calls `onSeen` once every part of an element has been in sight, whatever scrolls or covers it. Returns a
 * function that scrolls to the first unseen part.
 */
export function useSeenWhole(
  content: RefObject<HTMLElement | null>,
  { about, onSeen }: SeenWhole,
): () => void {
  const parts = useRef<readonly SeenPart[]>([]);
  const noteSeen = useEffectEvent(onSeen);
  useLayoutEffect(() => {
    const element = content.current;
    if (element === null || about === null) return;
    parts.current = [];
    const look = () => {
      const { height, part } = inSight(element);
      if (part === null) return;
      parts.current = withPart(parts.current, part, nothing / height);
      if (firstUnseen(parts.current, nothing / height) === null) noteSeen();
    };
    look();
    const sizes = new ResizeObserver(look);
    for (const sized of [element, document.documentElement]) sizes.observe(sized);
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', look, options);
    document.addEventListener('visibilitychange', look);
    return () => {
      sizes.disconnect();
      document.removeEventListener('scroll', look, options);
      document.removeEventListener('visibilitychange', look);
    };
  }, [content, about]);

  return function showMore(): void {
    const element = content.current;
    if (element === null) return;
    const { top, height } = element.getBoundingClientRect();
    const unseen = firstUnseen(parts.current, nothing / height) ?? 0;
    const scroller = scrollerOf(element);
    scroller.scrollBy({ top: top + unseen * height - bandOf(element).top - fade });
  };
}

/** The part of an element that is in sight now; null for none. */
function inSight(element: HTMLElement): { height: number; part: SeenPart | null } {
  const { top, bottom, height } = element.getBoundingClientRect();
  const band = bandOf(element);
  const [from, to] = [Math.max(top, band.top), Math.min(bottom, band.bottom)];
  if (height === 0 || to <= from || document.hidden) return { height, part: null };
  return { height, part: [(from - top) / height, (to - top) / height] };
}

/** The part of the window in which an element can be seen, between its scroller's top and its card's foot. */
function bandOf(element: HTMLElement): { top: number; bottom: number } {
  const scroller = scrollerOf(element);
  const place =
    scroller === document.documentElement
      ? { top: 0, bottom: innerHeight }
      : scroller.getBoundingClientRect();
  const bottom = Math.min(place.bottom, innerHeight);
  const foot = element.closest('.card')?.querySelector('.card-foot')?.getBoundingClientRect();
  const covers = foot !== undefined && foot.top < element.getBoundingClientRect().bottom;
  return { top: Math.max(place.top, 0), bottom: covers ? Math.min(bottom, foot.top - fade) : bottom };
}

function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}
