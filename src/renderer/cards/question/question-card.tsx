import {
  Ban,
  Check,
  Keyboard,
  type LucideIcon,
  MessageCircle,
  MessageCircleQuestionMark,
  Timer,
  X,
} from 'lucide-react';
import { type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isAnswered } from '../../../shared/questions/answers.ts';
import type { Question } from '../../../shared/questions/questions.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DecidingButton, useDecidingKeys } from '../../ui/decision/deciding-controls.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { TimeOfDay } from '../../ui/time-of-day.tsx';
import { forSeconds, useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Absence } from '../absence.tsx';
import { CardAgentContext } from '../card-agent.ts';
import { useSendingText } from '../sending.ts';
import { CardFoot, CardFrame, type CardLine } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import { useKeepInView } from '../reveal-card.ts';
import type { CardStore } from '../store/card-store.ts';
import { isCollapsed } from '../store/card-kind.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { Countdown } from './countdown.tsx';
import { type CardKeyboard, onPlainEnter, useCardKeys } from './question-keys.ts';
import {
  type AskPart,
  canEdit,
  canSubmit,
  deadlineOf,
  hasTabs,
  isDismissed,
  questionCardKind,
  type QuestionCardState,
  type QuestionIntents,
} from './question-card-kind.ts';
import { HeaderChip, QuestionPanel } from './question-panel.tsx';
import { QuestionTabs, Steps } from './question-tabs.tsx';
import {
  answersText,
  cardAsText,
  dismissedText,
  otherWayToAnswer,
  progressText,
  statusOf,
  titleOf,
  unansweredText,
} from '../../../shared/questions/question-text.ts';
import { lineOrigin } from './prompt.ts';
import { FoldedText, type Folding, foldingOf } from './folded-text.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const KeysHelp = lazyPart(async () => (await import('./keys-help.tsx')).KeysHelp);

const SettledBody = lazyPart(async () => (await import('./settled-question.tsx')).SettledBody);

type QuestionCardProps = {
  part: AskPart;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that has ended. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** A letter was typed while an option had the focus; it belongs into the composer, with the caret. */
  onTypeElsewhere(text: string): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** An ask in the chat: to be answered while it waits, to be read when it has ended. */
export function QuestionCard({ part, position, store, onNext, ...rest }: QuestionCardProps) {
  const { onTypeElsewhere, onDecided } = rest;
  const { card, intents } = useCard(store, questionCardKind, part);
  const { ask } = part;
  const { settlement } = ask;
  const waiting = settlement === null;
  const settling = { deciding: waiting, ended: !waiting, intents, onDecided };
  const { collapseButton, tookFocusAlong } = useSettling(settling);
  // True if the ask ended while its card was visible, or nearly.
  const [waitedHere] = useState(waiting);
  const [helpShown, setHelpShown] = useState(false);
  const onHelp = () => setHelpShown(true);
  const collapsed = isCollapsed(card, !waiting);
  const keys = useCardKeys({ ask, card, intents, collapseButton, onHelp, onTypeElsewhere });

  return (
    <>
      <CardFrame
        name={`Questions from ${ask.asker}`}
        toolCallId={part.toolCallId}
        icon={<CardIcon ask={ask} card={card} />}
        from={ask.presence === undefined ? 'agent' : 'outside'}
        title={titleOf(ask)}
        status={statusOf(settlement, isDismissed(card))}
        meta={waiting && !hasTabs(ask.questions) ? undefined : <CardMeta ask={ask} card={card} />}
        line={cardLine(part, card, intents)}
        flush
        waiting={waiting}
        endedAt={settlement?.at}
        calling={waiting && !isDismissed(card)}
        collapsed={collapsed || (waiting && isDismissed(card))}
        collapseButton={collapseButton}
        onCollapsedChange={intents.setCollapsed}
        onKeyDown={keys.onKeyDown}
        onClick={intents.stopCountdown}
        summary={<CardSummary part={part} collapsed={collapsed} folding={foldingOf(card, intents)} />}
        actions={<CardHeadActions {...{ ask, card, position, onNext }} />}
      >
        {settlement === null ? (
          <WaitingBody {...{ keys, ask, card, intents, tookFocusAlong, onHelp }} />
        ) : (
          <PartBoundary>
            <SettledBody
              questions={ask.questions}
              settlement={settlement}
              draft={card.draft}
              sentFromHere={card.phase.type !== 'open' && card.phase.call === 'submit'}
              arriving={waitedHere}
              folding={foldingOf(card, intents)}
            />
          </PartBoundary>
        )}
      </CardFrame>
      <PartBoundary>{helpShown && <KeysHelp onClose={() => setHelpShown(false)} />}</PartBoundary>
    </>
  );
}

type WaitingBodyProps = {
  ask: Ask;
  card: QuestionCardState;
  intents: QuestionIntents;
  keys: CardKeyboard;
  /** Set when this unmounts: true if the focus was in here. */
  tookFocusAlong: RefObject<boolean>;
  onHelp(): void;
};

function WaitingBody({ ask, card, intents, keys, tookFocusAlong, onHelp }: WaitingBodyProps) {
  const { body } = keys;
  const { questions, asker, presence } = ask;
  useKeepInView(body, card.tab);

  useLayoutEffect(() => {
    const element = body.current;
    return () => {
      tookFocusAlong.current = element?.contains(document.activeElement) === true;
    };
  }, [body, tookFocusAlong]);

  const [first] = questions;
  const inTabs = hasTabs(questions) || first === undefined;
  const shared = { card, busy: !canEdit(card), intents };
  const submitIfAnswered = () => first !== undefined && isAnswered(card.draft, first) && keys.onSubmit();
  return (
    <div ref={body} data-arming={keys.arming || undefined} className="scroll-mt-2 rounded-b-[inherit]">
      {inTabs ? (
        <QuestionTabs questions={questions} {...shared} />
      ) : (
        <>
          <HeaderChip question={first} />
          <QuestionPanel question={first} {...shared} onGoOn={submitIfAnswered} />
        </>
      )}
      <Absence {...{ asker, presence }} waiting what="answer" />
      <QuestionFoot {...{ ask, card, inTabs, intents, onHelp }} />
    </div>
  );
}

/** The end of the head: progress while it waits, then when it ended. */
function CardMeta({ ask, card }: { ask: Ask; card: QuestionCardState }) {
  const { questions, settlement } = ask;
  if (settlement !== null) return <TimeOfDay at={settlement.at} />;
  if (!hasTabs(questions)) return null;
  const answered = questions.filter((question) => isAnswered(card.draft, question)).length;
  return progressText(answered, questions.length);
}

type HeadActionsProps = {
  ask: Ask;
  card: QuestionCardState;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** The button for the next card, and a copy; the copy is hidden where touch targets leave no room. */
function CardHeadActions({ ask, card, position, onNext }: HeadActionsProps) {
  const waiting = ask.settlement === null;
  return (
    <>
      {waiting && position !== null && position.of > 1 ? (
        <CardPosition {...position} onNext={onNext} />
      ) : null}
      <span className={waiting ? 'pointer-coarse:@max-[420px]:hidden' : ''}>
        <CopyButton text={() => cardAsText(ask, card.draft)} />
      </span>
    </>
  );
}

function CardIcon({ ask, card }: { ask: Ask; card: QuestionCardState }) {
  const status = statusOf(ask.settlement, isDismissed(card));
  const Icon = icons[status];
  return <Icon aria-hidden />;
}

const icons: Record<ReturnType<typeof statusOf>, LucideIcon> = {
  'Needs you': MessageCircleQuestionMark,
  Answered: Check,
  'Answered in chat': MessageCircle,
  Dismissed: X,
  Withdrawn: Ban,
  Stopped: Ban,
  'Timed out': Timer,
  'Not asked': Check,
};

/** The line of a card that has ended, or is being dismissed; undefined for one that waits. */
function cardLine(part: AskPart, card: QuestionCardState, intents: QuestionIntents): CardLine | undefined {
  const { ask } = part;
  const { settlement } = ask;
  const status = statusOf(settlement, isDismissed(card));
  if (settlement === null) {
    if (!isDismissed(card)) return undefined;
    return {
      what: <span role="status">{status}</span>,
      from: <VisibleText text={dismissedText(ask, card)} layout="line" />,
      whole: dismissedText(ask, card),
      closed: true,
      actions: <Dismissing {...{ card, intents }} />,
    };
  }
  const answers = answersText(ask);
  return {
    what:
      answers === '' ? (
        status
      ) : (
        <>
          <span className="sr-only">{status}: </span>
          <VisibleText text={answers} layout="line" />
        </>
      ),
    from: <VisibleText text={lineOrigin(ask)} layout="line" />,
    whole: answers === '' ? lineOrigin(ask) : answers,
  };
}

type SummaryProps = { part: AskPart; collapsed: boolean; folding: Folding };

function CardSummary({ part, collapsed, folding }: SummaryProps) {
  const { asker, presence, settlement } = part.ask;
  return (
    <>
      {(collapsed || settlement !== null) && (
        <Absence {...{ asker, presence }} waiting={settlement === null} what="answer" />
      )}
      <ToolDisplay text={part.result?.display} folding={folding} />
    </>
  );
}

type ToolDisplayProps = { text: string | undefined; folding: Folding };

/** The result text that some tools have the chat show as it is. */
function ToolDisplay({ text, folding }: ToolDisplayProps) {
  if (text === undefined) return null;
  return (
    <div className="border-t border-hairline px-4 py-3 text-second wrap-anywhere">
      <FoldedText fold="screenful" {...folding('display')}>
        <p className="whitespace-pre-wrap" dir="auto">
          <VisibleText text={text} />
        </p>
      </FoldedText>
    </div>
  );
}

type QuestionFootProps = {
  ask: Ask;
  card: QuestionCardState;
  inTabs: boolean;
  intents: QuestionIntents;
  onHelp(): void;
};

/** The buttons, with the time left. On a narrow card the hint about replying stands above them. */
function QuestionFoot({ ask, card, inTabs, intents, onHelp }: QuestionFootProps) {
  const busy = !canEdit(card);
  const { wait, reply } = use(CardAgentContext);
  const countdown = deadlineOf(card, ask);
  const deadline = wait?.type === 'until' ? wait.at : countdown;
  const note = footNote(ask, card, inTabs);
  const hasRoom = deadline === null && note === '';
  const sendingText = useSendingText();
  const replyText = otherWayToAnswer(ask, {
    takesReplies: reply === 'answers',
    worksOn: wait?.type === 'works-on',
  });
  const otherWay = reply === 'none' ? null : <VisibleText text={replyText} layout="line" />;
  return (
    <>
      <p
        className={`px-4 pb-3 text-small wrap-anywhere text-tertiary empty:hidden ${hasRoom ? '@min-[640px]:hidden' : ''}`}
      >
        {otherWay}
      </p>
      <CardFoot>
        {card.failure !== null && (
          <div className="basis-full ps-2.5">
            <ProblemLine>{card.failure}</ProblemLine>
          </div>
        )}
        {card.givingReason ? (
          <DismissForm reason={card.reason} intents={intents} />
        ) : (
          <>
            <Button look="quiet" aria-disabled={busy} onClick={intents.openDismissal}>
              Dismiss
            </Button>
            {deadline !== null && (
              <Countdown deadline={deadline} onStop={countdown === null ? null : intents.stopCountdown} />
            )}
            <span role="status" className="text-small text-tertiary">
              {busy ? sendingText : ''}
            </span>
            {!busy && note !== '' && <span className="text-small text-tertiary">{note}</span>}
            {!busy && hasRoom && (
              <span className="min-w-0 flex-1 text-small wrap-anywhere text-tertiary @max-[639px]:hidden">
                {otherWay}
              </span>
            )}
            <CardButtons {...{ card, busy, inTabs, intents, onHelp }} questions={ask.questions} />
          </>
        )}
      </CardFoot>
    </>
  );
}

/** Says on Review what is left open. */
function footNote({ questions }: Ask, { draft, tab }: QuestionCardState, inTabs: boolean): string {
  const open = questions.filter((question) => !isAnswered(draft, question)).length;
  return inTabs && tab === questions.length && open > 0 ? unansweredText(open) : '';
}

type CardButtonsProps = {
  questions: readonly Question[];
  card: QuestionCardState;
  busy: boolean;
  inTabs: boolean;
  intents: QuestionIntents;
  onHelp(): void;
};

/** The buttons after `Dismiss`, the primary one last. */
function CardButtons({ onHelp, ...props }: CardButtonsProps) {
  const { questions, card, inTabs } = props;
  const question = questions[card.tab];
  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
      <KeysButton onOpen={onHelp} />
      {inTabs ? <Steps {...props} question={question} /> : <Only {...props} />}
    </div>
  );
}

type OnlyProps = Omit<CardButtonsProps, 'onHelp'>;

/** The buttons of a card without tabs. */
function Only({ questions, card, busy, intents }: OnlyProps) {
  return (
    <>
      <DecidingButton off={busy} onClick={intents.skipAll}>
        Skip
      </DecidingButton>
      <DecidingButton look="primary" off={busy || !canSubmit(card, questions)} onClick={intents.submit}>
        Submit answers
      </DecidingButton>
    </>
  );
}

/** Only shown where a keyboard is likely, and where it leaves the other buttons their line. */
function KeysButton({ onOpen }: { onOpen(): void }) {
  return (
    <IconButton
      label="Keys"
      aria-keyshortcuts="?"
      className="pointer-coarse:hidden @max-[26rem]:hidden"
      icon={<Keyboard aria-hidden />}
      onClick={onOpen}
    />
  );
}

type DismissFormProps = { reason: string; intents: QuestionIntents };

/** Asks why, before the questions are dismissed; the reason may stay empty. */
function DismissForm({ reason, intents }: DismissFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { byKey } = useDecidingKeys(field, '');
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <div className="min-w-48 flex-1 ps-2.5">
        <GrowingTextField
          ref={field}
          aria-label="Reason"
          className="max-h-40"
          placeholder="Why not? (optional)"
          value={reason}
          onChange={(event) => intents.typeReason(event.target.value)}
          onKeyDown={onPlainEnter(() => byKey(intents.dismiss))}
        />
      </div>
      <div className="ms-auto flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={intents.closeDismissal}>
          Keep
        </Button>
        <DecidingButton onClick={intents.dismiss}>Dismiss questions</DecidingButton>
      </div>
    </>
  );
}

type DismissingProps = { card: QuestionCardState; intents: QuestionIntents };

/** The buttons of a dismissal that can still be undone, or is being sent. */
function Dismissing({ card, intents }: DismissingProps) {
  const button = useRef<HTMLButtonElement>(null);
  const undoable = card.phase.type === 'undoable';
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {undoable && <SecondsLeft until={card.undoableUntil} />}
      <Button
        look="quiet"
        ref={button}
        className="text-ink"
        aria-disabled={!undoable}
        onClick={intents.undoDismissal}
      >
        Undo
      </Button>
      <DecidingButton look="quiet" className="font-normal" off={!undoable} onClick={intents.dismissNow}>
        Dismiss now
      </DecidingButton>
    </>
  );
}

function SecondsLeft({ until }: { until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useNow(forSeconds)) / 1_000));
  return <span className="pe-2 text-small text-tertiary tabular-nums">{`${seconds}\u00a0s`}</span>;
}
