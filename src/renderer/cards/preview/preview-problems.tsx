import { endingOf, failureOf } from '../../../shared/previews/preview-state.ts';
import { applyHindrance } from './again-buttons.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { type PreviewCardState, wholeDrops } from './preview-card-state.ts';
import type { EditAction } from './preview-part.ts';
import { retryAdvice } from './preview-words.ts';

type PreviewProblemsProps = { action: EditAction; card: PreviewCardState };

/** What went wrong with a preview: carrying it out, or sending what the person decided. */
export function PreviewProblems({ action, card }: PreviewProblemsProps) {
  const failure = failureOf(action.state);
  const hasEnded = endingOf(action.state) !== null;
  const isFree = card.filesInWay !== null && applyHindrance(card, wholeDrops(card, action)) === null;
  if (failure === null && card.failure === null) return null;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      {failure === null ? null : (
        <ProblemLine>
          {failure.text} <span className="block text-secondary">{retryAdvice(failure, isFree)}</span>
        </ProblemLine>
      )}
      {card.failure === null ? null : hasEnded ? (
        // A decision that came too late is no failure: somebody has decided.
        <p role="status" className="text-second text-secondary">
          {card.failure}
        </p>
      ) : (
        <ProblemLine>{card.failure}</ProblemLine>
      )}
    </div>
  );
}
