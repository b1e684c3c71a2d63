import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

type FoldedTextProps = {
  unfolded: boolean;
  onUnfoldedChange(unfolded: boolean): void;
  children: ReactNode;
};

/** A text of which three lines are shown at first, with a button for the rest if there is more. */
export function FoldedText({ unfolded, onUnfoldedChange, children }: FoldedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || unfolded) return;
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight + 1);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [unfolded]);

  return (
    <>
      <div
        ref={box}
        className={unfolded ? '' : 'line-clamp-3 max-h-[5lh]'}
        onFocus={(event) => overflows && byKeyboard(event) && onUnfoldedChange(true)}
      >
        {children}
      </div>
      {overflows || unfolded ? (
        <button
          type="button"
          aria-expanded={unfolded}
          className="hit -mx-1 rounded-control px-1 text-small text-secondary underline decoration-edge underline-offset-3 hover:text-ink"
          onClick={() => onUnfoldedChange(!unfolded)}
        >
          {unfolded ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </>
  );
}

/** A press must find in place what it was aimed at; who comes by keyboard must see where they are. */
function byKeyboard({ target }: FocusEvent): boolean {
  return target.matches(':focus-visible');
}
