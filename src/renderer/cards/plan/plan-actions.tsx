import { failureOf } from '../../../shared/previews/preview-state.ts';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { focusNoteField, WholeNote } from './note-field.tsx';
import { likelyDecision, type PlanCardState, changedText, filledNotes } from './plan-card-state.ts';
import { isSending } from '../store/card-kind.ts';
import type { PlanIntents } from './plan-card-kind.ts';
import type { PlanPart } from './plan-part.ts';

type PlanActionsProps = { part: PlanPart; card: PlanCardState; intents: PlanIntents };

const emptied = 'The plan is empty now. Write something, or go back to the agent’s version.';

/** Buttons to decide about a plan. */
export function PlanActions({ part, card, intents }: PlanActionsProps) {
  const problems = [
    card.failure ?? failureOf(part.action.state)?.text ?? null,
    isEmptied(part, card) ? emptied : null,
  ];
  return (
    <div className="mt-4 border-t border-hairline pt-3">
      <WholeNote {...{ card, intents }} />
      {problems.map((problem) =>
        problem === null ? null : (
          <div key={problem} className="mt-3">
            <ProblemLine>{problem}</ProblemLine>
          </div>
        ),
      )}
      <Decisions {...{ part, card, intents }} />
      <div className="mt-3 flex flex-wrap justify-between gap-x-3 text-small text-secondary">
        {part.action.asker === undefined && (
          <p>or just type a reply (the plan stays, and waits for your decision)</p>
        )}
        <span role="status">{isSending(card) ? 'Sending…' : noteCount(filledNotes(card).length)}</span>
      </div>
    </div>
  );
}

function Decisions({ part, card, intents }: PlanActionsProps) {
  const sending = isSending(card);
  const isOff = sending || isEmptied(part, card);
  const about = part.action.fingerprint;
  const hasFeedback = filledNotes(card).length > 0 || changedText(card, part) !== null;
  const primary = likelyDecision(card);
  return (
    <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
      <DecidingButton look="quiet" about={about} off={sending} onClick={intents.discard}>
        Discard plan
      </DecidingButton>
      <DecidingButton
        look={primary === 'refine' ? 'primary' : 'secondary'}
        about={about}
        off={sending}
        onClick={(event) => {
          intents.refine();
          if (!hasFeedback) focusNoteField(event.currentTarget, null);
        }}
      >
        Refine plan
      </DecidingButton>
      {part.action.asker === undefined && (
        <DecidingButton about={about} off={isOff} onClick={() => intents.approve('fresh')}>
          Approve and start fresh
        </DecidingButton>
      )}
      <DecidingButton
        look={primary === 'approve' ? 'primary' : 'secondary'}
        about={about}
        off={isOff}
        onClick={() => intents.approve('here')}
      >
        Approve plan
      </DecidingButton>
    </div>
  );
}

function isEmptied(part: PlanPart, card: PlanCardState): boolean {
  return changedText(card, part)?.trim() === '';
}

function noteCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 note goes along' : `${count} notes go along`;
}
