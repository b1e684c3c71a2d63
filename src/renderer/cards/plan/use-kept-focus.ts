import { useEffect, useRef } from 'react';

/** When the buttons go because it was decided, a focus that was in them stays in the card, on this button. */
export function useKeptFocus(deciding: boolean) {
  const collapseButton = useRef<HTMLButtonElement>(null);
  const before = useRef(deciding);
  useEffect(() => {
    const decided = before.current && !deciding;
    before.current = deciding;
    if (decided && document.activeElement === document.body)
      collapseButton.current?.focus({ preventScroll: true });
  }, [deciding]);
  return collapseButton;
}
