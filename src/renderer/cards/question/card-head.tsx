import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Absence } from '../absence.tsx';
import { type AskPart, hasTabs, isDismissed, type QuestionCardState } from './question-card-state.ts';
import { FoldedText, type Folding } from './words/folded-text.tsx';
import { progressText, statusOf } from './words/card-words.ts';

/** Status of the card: progress while it waits, then its ending. */
export function CardStatus({ ask, card }: { ask: Ask; card: QuestionCardState }) {
  const { questions, settlement } = ask;
  const waiting = settlement === null && !isDismissed(card);
  const answered = questions.filter((question) => isAnswered(card.draft, question)).length;
  return (
    <>
      <span className={waiting ? 'text-accent-ink' : ''}>{statusOf(settlement, isDismissed(card))}</span>
      {waiting && hasTabs(questions) ? <span>{progressText(answered, questions.length)}</span> : null}
    </>
  );
}

/** Part of a card that stays visible while it is collapsed. */
export function CardSummary({ part, folding }: { part: AskPart; folding: Folding }) {
  const { asker, presence, settlement } = part.ask;
  return (
    <>
      <Absence {...{ asker, presence }} waiting={settlement === null} what="answer" />
      <ToolDisplay text={part.result?.display} folding={folding} />
    </>
  );
}

type ToolDisplayProps = { text: string | undefined; folding: Folding };

/** Result text that the contract of some tools has the chat show verbatim. */
function ToolDisplay({ text, folding }: ToolDisplayProps) {
  if (text === undefined) return null;
  return (
    <div className="px-4 pb-3 text-second wrap-anywhere">
      <FoldedText fold="screenful" {...folding('display')}>
        <p className="whitespace-pre-wrap" dir="auto">
          <VisibleText text={text} />
        </p>
      </FoldedText>
    </div>
  );
}
