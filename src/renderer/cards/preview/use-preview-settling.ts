import { type RefObject, useEffect, useRef } from 'react';

/**
 * When the buttons go because it was decided, a focus that was in them stays in the card; when the
 * action has ended, its store is told. Returns the place of the button that the focus goes to.
 */
export function usePreviewSettling(
  deciding: boolean,
  ended: boolean,
  intents: { settled(): void },
): RefObject<HTMLButtonElement | null> {
  const collapseButton = useRef<HTMLButtonElement>(null);
  const before = useRef({ deciding, ended });
  useEffect(() => {
    const decided = before.current.deciding && !deciding;
    const hasEnded = !before.current.ended && ended;
    before.current = { deciding, ended };
    if (decided && document.activeElement === document.body)
      collapseButton.current?.focus({ preventScroll: true });
    if (hasEnded) intents.settled();
  }, [deciding, ended, intents]);
  return collapseButton;
}
