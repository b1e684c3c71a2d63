import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import type { ActionEnding } from '../../../shared/previews/pending-action.ts';
import { endingOf, requestOf } from '../../../shared/previews/preview-state.ts';
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
import { OpenBeside, type ReadingPlace } from '../preview/preview-actions.tsx';
import { PreviewIcon, PreviewStatus, Words } from '../preview/preview-status.tsx';
import { stateNote } from '../preview/preview-words.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { WholeNote } from './plan-text.tsx';
import { PlanActions, PlanProblems } from './plan-actions.tsx';
import { PlanBody } from './plan-body.tsx';
import {
  changedText,
  isCollapsed,
  type PlanAction,
  planCardKind,
  type PlanCardState,
  type PlanIntents,
  type PlanPart,
} from './plan-card-kind.ts';
import { aboutEndedPlan, fitsOnCard, planLength } from './plan-words.ts';

type PlanCardProps = {
  part: PlanPart;
  /** Number of it among the previews of the same label, from the newest on. */
  nth: number;
  /** Name of the chat's agent. */
  agent: string;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** True while the plan is open in the pane. */
  paneOpen: boolean;
  /** Opens it there. */
  onRead(): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Shows the plan as its file has it. */
  onOpen(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** A proposed plan in the chat: to be read, noted on, edited and decided; a line once it has ended. */
export function PlanCard(props: PlanCardProps) {
  const { part, nth, agent, position, store, paneOpen, onRead, onNext, onOpen, onDecided } = props;
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, planCardKind, part);
  const ending = endingOf(action.state);
  const waiting = ending === null;
  const deciding = action.state.type === 'open';
  const { collapseButton, collapseByKey } = useSettling({ deciding, ended: !waiting, intents, onDecided });
  const plan = changedText(card, part) ?? action.preview.plan;
  const cut = waiting && !fitsOnCard(plan);
  const place: ReadingPlace = { in: 'card', cut, paneOpen, onRead };

  return (
    <CardFrame
      name={previewCardName(action.label, nth)}
      toolCallId={toolCallId}
      icon={<PreviewIcon action={action} />}
      title={waiting ? `${action.asker ?? agent} has a plan` : action.preview.title}
      status={<Status {...{ action, position, onNext }} />}
      waiting={waiting}
      calling={deciding}
      collapsed={isCollapsed(card, action)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      // In a field the keys belong to what is written there; no key decides, only the buttons do.
      onKeyDown={(event) => event.defaultPrevented || collapseByKey(event)}
      line={ending === null ? undefined : lineOf(action, ending)}
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
          <PlanActions {...{ part, card, intents, place }} />
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

function lineOf(action: PlanAction, ending: ActionEnding): CardLine {
  return {
    what: <PreviewStatus action={action} />,
    from: <VisibleText text={aboutEndedPlan(action, ending)} layout="line" />,
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
      <PlanTitle {...{ part, plan }} />
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

/** The title of a plan and how long it is. */
export function PlanTitle({ part, plan }: { part: PlanPart; plan: string }) {
  const { asker, preview } = part.action;
  return (
    <div className="mb-3">
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
  );
}

/** The length of a long plan's beginning on its card, in blocks. */
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

/** Shows the reasons of the agent and of the person, and the outcome. */
export function PlanReasons({ action, onOpen }: PlanReasonsProps) {
  const ending = endingOf(action.state);
  const ended = ending === null || ending.type === 'superseded' ? null : ending;
  const agentReason = ended === null ? (requestOf(action.state)?.reason ?? null) : ended.agentReason;
  const userWords = ended?.userWords ?? null;
  const outcome = stateNote(action.state, (ended) => endWords(ended, action.userEdits !== undefined));
  return (
    <div>
      <Words by="The agent" text={agentReason} />
      {userWords === null ? null : (
        <div className="mt-3">
          <p className="text-secondary">You:</p>
          <Markdown source={userWords} />
        </div>
      )}
      {outcome === null && onOpen === null ? null : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-second text-secondary">{outcome}</p>
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

function endWords(ending: ActionEnding, edited: boolean): string {
  switch (ending.type) {
    case 'applied':
      return edited ? 'Approved by you, with your changes.' : 'Approved by you.';
    case 'discarded':
      return ending.decidedBy === 'user' ? 'Discarded by you.' : 'Discarded by the agent.';
    case 'refined':
      return ending.superseded
        ? 'Sent back with your notes. A newer version took its place.'
        : 'Sent back with your notes.';
    case 'superseded':
      return 'A newer plan took its place. Nothing of this one was approved.';
  }
}
