import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the width of an element in rem, which grow with the text size; 0 before it was measured. */
export function useWidthInRem(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setWidth(current.clientWidth / rem);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [element]);
  return width;
}
