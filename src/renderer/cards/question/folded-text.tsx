import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { UnfoldButton } from '../../ui/unfold-button.tsx';
import type { QuestionCardState, QuestionIntents } from './question-card-kind.ts';

type FoldedTextProps = {
  /** Height of the folded text; a screenful fades out. */
  fold?: keyof typeof folds;
  unfolded: boolean;
  onUnfoldedChange(unfolded: boolean): void;
  children: ReactNode;
};

const folds = {
  'three-lines': { always: 'line-clamp-3 max-h-[5lh]', whenCut: '' },
  screenful: { always: 'max-h-[22lh] overflow-hidden', whenCut: 'fade-out-below' },
};

/** Shows the beginning of a text, with a button for the rest. */
export function FoldedText(props: FoldedTextProps) {
  const { fold = 'three-lines', unfolded, onUnfoldedChange, children } = props;
  const { always, whenCut } = folds[fold];
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
        className={unfolded ? '' : `${always} ${overflows ? whenCut : ''}`}
        onFocus={(event) => overflows && byKeyboard(event) && onUnfoldedChange(true)}
      >
        {children}
      </div>
      {overflows || unfolded ? (
        <UnfoldButton words={['Show all', 'Show less']} {...{ unfolded, onUnfoldedChange }} />
      ) : null}
    </>
  );
}

/** Only for the keyboard: unfolding on a press would move what was pressed. */
function byKeyboard({ target }: FocusEvent): boolean {
  return target.matches(':focus-visible');
}

/** Returns whether a text of a card is unfolded, and the function that changes it. */
export type Folding = (text: string) => { unfolded: boolean; onUnfoldedChange(unfolded: boolean): void };

export function foldingOf({ unfolded }: QuestionCardState, { setUnfolded }: QuestionIntents): Folding {
  return (text) => ({
    unfolded: unfolded.includes(text),
    onUnfoldedChange: (shown) => setUnfolded(text, shown),
  });
}
