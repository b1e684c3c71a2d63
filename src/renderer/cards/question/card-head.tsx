import {
  Ban,
  Check,
  type LucideIcon,
  MessageCircle,
  MessageCircleQuestionMark,
  Timer,
  X,
} from 'lucide-react';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TimeOfDay } from '../../ui/time-of-day.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Absence } from '../absence.tsx';
import type { CardLine } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import { Dismissing } from './dismissal.tsx';
import type { QuestionIntents } from './question-intents.ts';
import { type AskPart, hasTabs, isDismissed, type QuestionCardState } from './question-card-state.ts';
import { cardAsText } from './words/card-as-text.ts';
import { FoldedText, type Folding } from './words/folded-text.tsx';
import { answersText, dismissedText, lineOrigin, progressText, statusOf } from './words/card-words.ts';

/** The end of the head: progress while it waits, then when it ended. */
export function CardMeta({ ask, card }: { ask: Ask; card: QuestionCardState }) {
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

/** The way to the next card that waits, and a copy; a narrow head with touch targets has no room for that. */
export function CardHeadActions({ ask, card, position, onNext }: HeadActionsProps) {
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

/** The icon of a card: that it asks, then how it ended. */
export function CardIcon({ ask, card }: { ask: Ask; card: QuestionCardState }) {
  const status = statusOf(ask.settlement, isDismissed(card));
  const Icon = icons[status];
  return <Icon aria-hidden />;
}

const icons: Record<ReturnType<typeof statusOf>, LucideIcon> = {
  'Needs you': MessageCircleQuestionMark,
  Answered: Check,
  'Answered in chat': MessageCircle,
  Dismissed: X,
  Cancelled: Ban,
  'Timed out': Timer,
  'Not asked': Check,
};

/** The line of a card that has ended, or is being dismissed; undefined for one that waits. */
export function cardLine(
  part: AskPart,
  card: QuestionCardState,
  intents: QuestionIntents,
): CardLine | undefined {
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

/** Part of a card that stays visible while it is collapsed. */
export function CardSummary({ part, collapsed, folding }: SummaryProps) {
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

/** Result text that the contract of some tools has the chat show verbatim. */
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
