import { useMemo } from 'react';
import { mathElements } from './math-elements.ts';

export type MathFormulaProps = {
  tex: string;
  /** Stands in the formula's place where it can't be shown, and is copied; null if it stands beside it. */
  source: string | null;
  block: boolean;
};

export function TypesetMath({ tex, source, block }: MathFormulaProps) {
  const formula = useMemo(() => mathElements(tex, block), [tex, block]);
  if (formula === null) return source;
  const shown = (
    <>
      {source !== null && (
        <span aria-hidden className="math-source">
          {source}
        </span>
      )}
      {formula}
    </>
  );
  if (!block) return shown;
  return (
    <div className="math-scroller" tabIndex={0} role="group" aria-label="Formula">
      {shown}
    </div>
  );
}
