import { type RefObject, useEffect, useRef, useState } from 'react';

/** How near to the end still counts as being there, in pixels. */
const nearEnd = 32;

/**
 * Keeps a scroller at its end while the person is there, and leaves it alone otherwise. `pinned`
 * says which; `toEnd` goes back there.
 */
export function usePinnedScroll(scroller: RefObject<HTMLElement | null>): {
  pinned: boolean;
  toEnd(): void;
} {
  const [pinned, setPinned] = useState(true);
  const stays = useRef(true);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let last = element.scrollTop;
    const settle = () => {
      if (stays.current) element.scrollTo({ top: element.scrollHeight });
    };
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const atEnd = scrollHeight - scrollTop - clientHeight < nearEnd;
      stays.current = atEnd || (stays.current && scrollTop >= last);
      last = scrollTop;
      setPinned(stays.current);
    };
    const sizes = new ResizeObserver(settle);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', onScroll, { passive: true });
    settle();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);

  function toEnd(): void {
    stays.current = true;
    setPinned(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }

  return { pinned, toEnd };
}
