import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Deciding } from './deciding.tsx';
import type { PreviewCardState } from './preview-card-state.ts';
import type { PreviewIntents } from './preview-intents.ts';
import { retryAdvice } from './preview-words.ts';
import { UndoButton } from './undo-button.tsx';

type PreviewActionsProps = { action: PendingAction; card: PreviewCardState; intents: PreviewIntents };

/** Buttons of a preview in its current state. */
export function PreviewActions({ action, card, intents }: PreviewActionsProps) {
  const { ending, decision, failure } = action;
  return (
    <>
      {ending === null && failure !== null ? (
        <div className="mt-3">
          <ProblemLine>
            {failure} <span className="block text-secondary">{retryAdvice(failure)}</span>
          </ProblemLine>
        </div>
      ) : null}
      {card.problem === null ? null : <Problem text={card.problem} ended={ending !== null} />}
      {ending === null && decision === null ? (
        <Deciding action={action} card={card} intents={intents} />
      ) : null}
      {/* Not where Apply was: a second press meant for that one must not undo it. */}
      {ending?.type === 'applied' && !ending.undone ? <UndoButton card={card} intents={intents} /> : null}
    </>
  );
}

/** A decision that came too late is no failure: somebody has decided. */
function Problem({ text, ended }: { text: string; ended: boolean }) {
  return (
    <div className="mt-3">
      {ended ? (
        <p role="status" className="text-second text-secondary">
          {text}
        </p>
      ) : (
        <ProblemLine>{text}</ProblemLine>
      )}
    </div>
  );
}
