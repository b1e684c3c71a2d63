import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { focusNoteField } from './note-focus.ts';
import { firstAtHand, type PlanCardState, realEdit, saidNotes } from './plan-card-state.ts';
import type { PlanIntents } from './plan-intents.ts';
import type { PlanPart } from './plan-part.ts';
import { WholeNote } from './whole-note.tsx';

type PlanActionsProps = { part: PlanPart; card: PlanCardState; intents: PlanIntents };

/** What a person can decide about a plan. */
export function PlanActions({ part, card, intents }: PlanActionsProps) {
  const { sending } = card;
  const failure = card.problem ?? part.action.failure;
  const notes = saidNotes(card).length;
  const edited = realEdit(card, part);
  const isEmpty = edited?.trim() === '';
  const hasFeedback = notes > 0 || edited !== null;
  const strong = 'forced-color-adjust-none';
  const primary = firstAtHand(card);
  return (
    <div className="mt-4 border-t border-hairline pt-3">
      <WholeNote {...{ card, intents }} />
      {failure === null ? null : (
        <div className="mt-3">
          <ProblemLine>{failure}</ProblemLine>
        </div>
      )}
      {isEmpty ? (
        <div className="mt-3">
          <ProblemLine>
            The plan is empty now. Write something, or go back to the agent’s version.
          </ProblemLine>
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        <Button look="quiet" aria-disabled={sending} onClick={intents.discard}>
          Discard plan
        </Button>
        <Button
          look={primary === 'refine' ? 'accent' : 'secondary'}
          className={primary === 'refine' ? strong : ''}
          aria-disabled={sending}
          onClick={(event) => {
            intents.refine();
            if (!hasFeedback) focusNoteField(event.currentTarget, null);
          }}
        >
          Refine plan
        </Button>
        {part.action.asker === undefined && (
          <Button aria-disabled={sending || isEmpty} onClick={() => isEmpty || intents.approve('fresh')}>
            Approve and start fresh
          </Button>
        )}
        <Button
          look={primary === 'approve' ? 'accent' : 'secondary'}
          className={primary === 'approve' ? strong : ''}
          aria-disabled={sending || isEmpty}
          onClick={() => isEmpty || intents.approve('here')}
        >
          Approve plan
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap justify-between gap-x-3 text-small text-secondary">
        {part.action.asker === undefined && (
          <p>or just type a reply (the plan stays, and waits for your decision)</p>
        )}
        <span role="status">{sending ? 'Sending…' : noteCount(notes)}</span>
      </div>
    </div>
  );
}

function noteCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 note goes along' : `${count} notes go along`;
}
