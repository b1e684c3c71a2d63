import { type MouseEvent, useRef } from 'react';

/**
 * A handler for the capture phase of clicks. The second click of a double click does not count when
 * the first one has changed what is shown, for it would land on something nobody has read yet.
 */
export function useDoubleClickGuard(shown: number): (event: MouseEvent) => void {
  const first = useRef<{ shown: number; target: EventTarget } | null>(null);
  return (event) => {
    const { current } = first;
    if (event.detail <= 1 || current === null) {
      first.current = { shown, target: event.target };
    } else if (current.shown !== shown && current.target !== event.target) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
