import '../../styles/plan.css';
import type { ActionEnding } from '../../../shared/previews/pending-action.ts';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Absence } from '../absence.tsx';
import { CardFoot, CardFrame, type CardLine } from '../card-frame.tsx';
import { previewCardName } from '../card-numbers.ts';
import { CardPosition } from '../card-position.tsx';
import { OpenBeside, type ReadingPlace } from '../preview/deciding.tsx';
import { PreviewIcon, PreviewStatus } from '../preview/preview-status.tsx';
import { WholeNote } from './note-field.tsx';
import { PlanActions, PlanProblems } from './plan-actions.tsx';
import { PlanBody } from './plan-body.tsx';
import { changedText, isCollapsed, type PlanCardState } from './plan-card-state.ts';
import { planCardKind, type PlanIntents } from './plan-card-kind.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import type { PlanAction, PlanPart } from './plan-part.ts';
import { PlanReasons } from './plan-reasons.tsx';
import { aboutEndedPlan, fitsOnCard } from './plan-words.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { PlanBeginning, PlanTitle } from './plan-beginning.tsx';

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
