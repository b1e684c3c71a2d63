import { lazyPart } from '../lazy-part.ts';
import type { MathFormulaProps } from './typeset-math.tsx';
import { PartBoundary } from '../part-boundary.tsx';

const TypesetMath = lazyPart(async () => (await import('./typeset-math.tsx')).TypesetMath);

/**
 * A formula, typeset once its code is there; its source until then, and where it can't be typeset. A selection
 * takes the source, which lies over the formula unseen.
 */
export function MathFormula(props: MathFormulaProps) {
  const Frame = props.block ? 'div' : 'span';
  return (
    <Frame className="math-frame" dir="ltr">
      <PartBoundary fallback={props.source}>
        <TypesetMath {...props} />
      </PartBoundary>
    </Frame>
  );
}
