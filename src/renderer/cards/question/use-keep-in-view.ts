import { type RefObject, useEffect, useRef } from 'react';

/** Brings the element into view again whenever what it shows has changed, as far as it fits. */
export function useKeepInView(ref: RefObject<HTMLElement | null>, shown: number): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [ref, shown]);
}
