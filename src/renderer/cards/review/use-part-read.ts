import { type RefObject, useEffect, useState } from 'react';

/** The distance under the upper edge at which a part counts as reached, in pixels. */
const reach = 48;

/**
 * Returns the number of the part that is being read: the last that has reached the upper edge of what scrolls around
 * an element, or the last of all once that is scrolled to its end. Null before the first. `scroller` is the selector
 * of what scrolls, `partsOf` finds the parts in their order.
 */
export function usePartRead(
  inside: RefObject<HTMLElement | null>,
  scroller: string,
  partsOf: (scroller: HTMLElement) => readonly (HTMLElement | null)[],
): number | null {
  const [read, setRead] = useState<number | null>(null);
  useEffect(() => {
    const around = inside.current?.closest<HTMLElement>(scroller);
    if (!around) return;
    const look = () => {
      const parts = partsOf(around);
      const edge = around.getBoundingClientRect().top + reach;
      const reached = parts.findLastIndex(
        (part) => part !== null && part.getBoundingClientRect().top <= edge,
      );
      const atEnd = around.scrollTop > 0 && around.scrollTop + around.clientHeight >= around.scrollHeight - 1;
      setRead(atEnd ? parts.length - 1 : reached === -1 ? null : reached);
    };
    look();
    around.addEventListener('scroll', look, { passive: true });
    return () => around.removeEventListener('scroll', look);
  });
  return read;
}
