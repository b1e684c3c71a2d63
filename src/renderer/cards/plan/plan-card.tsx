import { FileText } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { PreviewOutcome } from '../../../shared/previews/pending-action.ts';
import { decidedOutcomeOf, outcomeOf, requestOf, settledAt } from '../../../shared/previews/preview-state.ts';
import '../../styles/plan.css';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { completeMarkdown } from '../../ui/markdown/complete-markdown.ts';
import { Markdown, MarkdownTokens } from '../../ui/markdown/markdown.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Absence } from '../absence.tsx';
import { CardFoot, CardFrame, type CardLine } from '../card-frame.tsx';
import { previewCardName } from '../card-numbers.ts';
import { CardPosition } from '../card-position.tsx';
import { OpenBeside, type ReviewView } from '../review/review-view.tsx';
import { PreviewIcon, PreviewStatus, Words } from '../review/review-status.tsx';
import { aboutEndedPlan, planLength, stateNote } from '../../../shared/previews/preview-text.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { WholeNote } from './plan-text.tsx';
import { PlanActions, PlanProblems } from './plan-actions.tsx';
import { PlanBody, PlanTools } from './plan-body.tsx';
import {
  changedText,
  fitsOnCard,
  isCollapsed,
  type PlanAction,
  planCardKind,
  type PlanCardState,
  type PlanIntents,
  type PlanPart,
} from './plan-card-kind.ts';

type PlanCardProps = {
  part: PlanPart;
  /** Number of it among the previews of the same label, from the newest on. */
  nth: number;
  agent: string;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  paneOpen: boolean;
  onRead(): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  onOpen(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** A proposed plan in the chat: to be read, noted on, edited and decided; a line once it has ended. */
export function PlanCard(props: PlanCardProps) {
  const { part, nth, agent, position, store, paneOpen, onRead, onNext, onOpen, onDecided } = props;
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, planCardKind, part);
  const outcome = outcomeOf(action.state);
  const waiting = outcome === null;
  const deciding = action.state.type === 'open';
  const { collapseButton, collapseByKey } = useSettling({ deciding, ended: !waiting, intents, onDecided });
  const plan = changedText(card, part) ?? action.preview.plan;
  const cut = waiting && !fitsOnCard(plan);
  const view: ReviewView = { in: 'card', cut, paneOpen, onRead };

  return (
    <CardFrame
      name={previewCardName(action.label, nth)}
      toolCallId={toolCallId}
      icon={<PreviewIcon action={action} />}
      from={action.asker === undefined ? 'agent' : 'outside'}
      title={waiting ? `${action.asker ?? agent} has a plan` : action.preview.title}
      status={<Status {...{ action, position, onNext }} />}
      waiting={waiting}
      endedAt={settledAt(action.state)}
      calling={deciding}
      collapsed={isCollapsed(card, action)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      // In a field the keys belong to what is written there; no key decides, only the buttons do.
      onKeyDown={(event) => event.defaultPrevented || collapseByKey(event)}
      line={outcome === null ? undefined : lineOf(action, outcome)}
      actions={
        <>
          <CopyButton label="Copy plan" text={() => plan} />
          {waiting && !paneOpen ? <OpenBeside onRead={onRead} /> : null}
        </>
      }
      summary={
        <Absence asker={action.asker ?? agent} presence={part.presence} waiting={waiting} what="decision" />
      }
      flush
    >
      <CardBody
        {...{ part, card, intents, plan }}
        isBeginning={cut || (waiting && paneOpen)}
        onOpen={waiting || action.asker !== undefined ? null : onOpen}
      />
      <PlanProblems {...{ part, card }} />
      {deciding ? (
        <CardFoot>
          <PlanActions {...{ part, card, intents, view }} />
        </CardFoot>
      ) : null}
    </CardFrame>
  );
}

function Status({
  action,
  position,
  onNext,
}: Pick<PlanCardProps, 'position' | 'onNext'> & { action: PlanAction }) {
  return (
    <>
      <PreviewStatus action={action} />
      {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
    </>
  );
}

function lineOf(action: PlanAction, outcome: PreviewOutcome): CardLine {
  return {
    what: <PreviewStatus action={action} />,
    from: <VisibleText text={aboutEndedPlan(action, outcome)} layout="line" />,
  };
}

type CardBodyProps = {
  part: PlanPart;
  card: PlanCardState;
  intents: PlanIntents;
  plan: string;
  isBeginning: boolean;
  onOpen: (() => void) | null;
};

function CardBody({ part, card, intents, plan, isBeginning, onOpen }: CardBodyProps) {
  const { action } = part;
  const deciding = action.state.type === 'open';
  return (
    <div className="px-4 pt-3 pb-3">
      <PlanTitle
        {...{ part, plan }}
        tools={
          isBeginning ? null : (
            // What is quiet ends where the text does.
            <span className={`-my-1 ms-auto flex gap-x-1 ${card.editing ? '' : '-me-2.5'}`}>
              <PlanTools {...{ part, card, intents, deciding }} compares />
            </span>
          )
        }
      />
      {isBeginning ? (
        <PlanBeginning plan={plan} title={action.preview.title} />
      ) : (
        <>
          <PlanBody {...{ part, card, intents, deciding }} />
          {deciding ? <WholeNote {...{ card, intents }} /> : null}
        </>
      )}
      <PlanReasons action={action} onOpen={onOpen} />
    </div>
  );
}

type PlanTitleProps = { part: PlanPart; plan: string; tools?: ReactNode };

export function PlanTitle({ part, plan, tools = null }: PlanTitleProps) {
  const { asker, preview } = part.action;
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-1">
      <div className="min-w-48 flex-1">
        <p className="text-prompt font-semibold wrap-anywhere in-data-pane:text-title">
          <VisibleText text={preview.title} layout="line" />
        </p>
        <p className="text-second text-tertiary tabular-nums">
          {planLength(plan)}
          {asker === undefined ? null : (
            <>
              {' · '}
              <span className="wrap-anywhere">
                from <VisibleText text={asker} layout="line" />
              </span>
            </>
          )}
        </p>
      </div>
      {tools}
    </div>
  );
}

/** How many blocks a card shows of a long plan. */
const blocksShown = 3;

/** The beginning of a plan that is read beside the conversation. */
function PlanBeginning({ plan, title }: { plan: string; title: string }) {
  const tokens = useMemo(
    () =>
      completeMarkdown(plan)
        .filter(
          (token, at) =>
            token.type !== 'space' && !(at === 0 && token.type === 'heading' && token.text === title),
        )
        .slice(0, blocksShown),
    [plan, title],
  );
  return (
    <div className="prose max-h-24 overflow-hidden fade-out-below text-secondary" inert>
      <MarkdownTokens tokens={tokens} visible />
    </div>
  );
}

type PlanReasonsProps = { action: PlanAction; onOpen: (() => void) | null };

export function PlanReasons({ action, onOpen }: PlanReasonsProps) {
  const outcome = decidedOutcomeOf(action.state);
  const agentReason = outcome === null ? (requestOf(action.state)?.reason ?? null) : outcome.agentReason;
  const userWords = outcome?.userWords ?? null;
  const note = stateNote(action);
  return (
    <div>
      <Words by="Why" text={agentReason} />
      {userWords === null ? null : (
        <div className="mt-3">
          <p className="text-secondary">You:</p>
          <Markdown source={userWords} />
        </div>
      )}
      {note === null && onOpen === null ? null : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-second text-secondary">{note}</p>
          {onOpen === null ? null : (
            <Button look="quiet" className="-me-2 text-second" onClick={onOpen}>
              <FileText aria-hidden className="size-4" />
              Open plan
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
