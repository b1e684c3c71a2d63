import { GitMerge } from 'lucide-react';
import { meanwhileText, retryAdvice } from '../../../shared/previews/preview-text.ts';
import { failureOf, outcomeOf } from '../../../shared/previews/preview-state.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type EditAction, openConflicts, type PreviewCardState } from './preview-card-state.ts';

/** Says which files have changed meanwhile, and what the change comes to on them. */
export function MeanwhileNote({ action, card }: PreviewProblemsProps) {
  if (action.state.type === 'ended') return null;
  const lines = meanwhileText(action, openConflicts(card, action));
  if (lines.length === 0) return null;
  return (
    <div role="status" className="flex gap-2.5 border-t border-hairline px-4 py-3 text-second">
      <GitMerge aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        {lines.map(({ name, text }) => (
          <p key={name}>
            <span className="font-medium">
              <VisibleText text={name} layout="line" />
            </span>{' '}
            <span className="text-secondary">{text}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

type PreviewProblemsProps = { action: EditAction; card: PreviewCardState };

/** Why applying failed, or why a decision could not be sent. */
export function PreviewProblems({ action, card }: PreviewProblemsProps) {
  const failure = failureOf(action.state);
  const hasEnded = outcomeOf(action.state) !== null;
  if (failure === null && card.failure === null) return null;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      {failure === null ? null : (
        <ProblemLine>
          {failure.text} <span className="block text-secondary">{retryAdvice(failure)}</span>
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
