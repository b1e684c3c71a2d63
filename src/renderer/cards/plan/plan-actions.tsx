import { ChevronDown, Ellipsis, PanelRight } from 'lucide-react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { failureOf } from '../../../shared/previews/preview-state.ts';
import type { PlanChoice } from '../../../shared/previews/preview.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton, DecidingItem } from '../../ui/decision/deciding-controls.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ReviewView } from '../review/review-view.tsx';
import { useSendingText } from '../sending.ts';
import { isSending } from '../store/card-kind.ts';
import { focusNoteField } from './plan-text.tsx';
import {
  changedText,
  filledNotes,
  type PlanCardState,
  type PlanIntents,
  type PlanPart,
} from './plan-card-kind.ts';

type PlanActionsProps = { part: PlanPart; card: PlanCardState; intents: PlanIntents; view: ReviewView };

const emptied = 'The plan is empty now. Write something, or go back to the agent’s version.';

export function PlanProblems({ part, card }: Pick<PlanActionsProps, 'part' | 'card'>) {
  const problems = [
    card.failure ?? failureOf(part.action.state)?.text ?? null,
    isEmptied(part, card) ? emptied : null,
  ].filter((problem) => problem !== null);
  if (problems.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      {problems.map((problem) => (
        <ProblemLine key={problem}>{problem}</ProblemLine>
      ))}
    </div>
  );
}

/** The buttons where all of the plan is shown; elsewhere the way there. */
export function PlanActions({ part, card, intents, view }: PlanActionsProps) {
  if (view.in === 'card' && (view.cut || view.paneOpen)) {
    return (
      <Button className="ms-auto" look={view.paneOpen ? 'secondary' : 'primary'} onClick={view.onRead}>
        Read and approve
        <PanelRight aria-hidden />
      </Button>
    );
  }
  return <Decisions {...{ part, card, intents }} />;
}

function Decisions({ part, card, intents }: Omit<PlanActionsProps, 'view'>) {
  const sending = isSending(card);
  const sendingText = useSendingText();
  const isOff = sending || isEmptied(part, card);
  const about = part.action.fingerprint;
  const { asker, preview } = part.action;
  const startsFresh = asker === undefined && preview.choices === undefined;
  const notes = filledNotes(card).length;
  const hasFeedback = notes > 0 || changedText(card, part) !== null;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <RarerDecisions {...{ about, startsFresh, isOff, sending, intents }} />
      <DecidingButton
        look="quiet"
        className="@max-[480px]:hidden"
        about={about}
        off={sending}
        onClick={intents.discard}
      >
        Discard plan
      </DecidingButton>
      <span role="status" className="flex-1 text-end text-small whitespace-nowrap text-tertiary">
        {sending ? sendingText : <span className="sr-only">{noteCount(notes)}</span>}
      </span>
      <DecidingButton
        about={about}
        off={sending}
        onClick={(event) => {
          intents.refine();
          if (!hasFeedback) focusNoteField(event.currentTarget, null);
        }}
      >
        Refine plan
        {notes > 0 ? (
          <span
            aria-hidden
            className="-me-1 rounded-small bg-selected px-1.5 text-small font-medium text-secondary tabular-nums"
          >
            {notes === 1 ? '1 note' : `${notes} notes`}
          </span>
        ) : null}
      </DecidingButton>
      {startsFresh && (
        <DecidingButton
          className="@max-[480px]:hidden"
          about={about}
          off={isOff}
          onClick={() => intents.approve('fresh')}
        >
          Approve and start fresh
        </DecidingButton>
      )}
      <ApproveButton
        {...{ about, isOff }}
        choices={preview.choices ?? []}
        onApprove={(choice) => intents.approve('here', choice)}
      />
    </div>
  );
}

type RarerDecisionsProps = {
  about: string;
  /** True if the agent can start over with nothing but the plan. */
  startsFresh: boolean;
  isOff: boolean;
  sending: boolean;
  intents: PlanIntents;
};

function RarerDecisions({ about, startsFresh, isOff, sending, intents }: RarerDecisionsProps) {
  return (
    <span className="-ms-2 @min-[480px]:hidden">
      <Menu label="More" icon={<Ellipsis aria-hidden />} focusItem={false}>
        {startsFresh ? (
          <DecidingItem about={about} off={isOff} onClick={() => intents.approve('fresh')}>
            Approve and start fresh
          </DecidingItem>
        ) : null}
        <DecidingItem about={about} off={sending} onClick={intents.discard}>
          Discard plan
        </DecidingItem>
      </Menu>
    </span>
  );
}

function isEmptied(part: PlanPart, card: PlanCardState): boolean {
  return changedText(card, part)?.trim() === '';
}

function noteCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 note goes along' : `${count} notes go along`;
}

type ApproveButtonProps = {
  about: string;
  isOff: boolean;
  choices: readonly PlanChoice[];
  onApprove(choice?: string): void;
};

/** Approves a plan; a menu on the button has the ways in which the agent can go on. */
function ApproveButton({ about, isOff, choices, onApprove }: ApproveButtonProps) {
  const [usual, ...others] = choices;
  const approve = (
    <DecidingButton
      look="primary"
      about={about}
      off={isOff}
      title={usual && visibleText(usual.words, 'line')}
      className={others.length > 0 ? 'rounded-e-none' : ''}
      onClick={() => onApprove()}
    >
      Approve plan
    </DecidingButton>
  );
  if (usual === undefined || others.length === 0) return approve;
  return (
    <span className="inline-flex gap-px">
      {approve}
      <Menu label="Ways to go on" icon={<ChevronDown aria-hidden />} attached focusItem={false}>
        {choices.map(({ id, words }) => (
          <DecidingItem key={id} about={about} off={isOff} onClick={() => onApprove(id)}>
            <span className="block wrap-anywhere">
              <VisibleText text={words} layout="line" />
            </span>
            {id === usual.id ? (
              <span className="block text-small text-tertiary">What Approve plan does</span>
            ) : null}
          </DecidingItem>
        ))}
      </Menu>
    </span>
  );
}
