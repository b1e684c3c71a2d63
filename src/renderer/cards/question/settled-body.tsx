import { useId } from 'react';
import { draftOf } from '../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { Reply } from '../../../shared/questions/outcome.ts';
import type { Question } from '../../../shared/questions/question.ts';
import type { Settlement } from '../../../shared/transcript/transcript.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { endingOf } from './card-words.ts';
import { SettledReply } from './settled-reply.tsx';
import { Unsent } from './unsent.tsx';

type SettledBodyProps = {
  questions: readonly Question[];
  settlement: Settlement;
  draft: Draft;
  /** Whether what ended the ask are the entries of this very card. */
  sentFromHere: boolean;
};

/** The inside of a card that has ended: each question with what came of it. */
export function SettledBody({ questions, settlement, draft, sentFromHere }: SettledBodyProps) {
  const { outcome } = settlement;
  const replies = outcome.type === 'answered' ? outcome.replies : [];
  const showUnsent = outcome.type !== 'answered' || !sentFromHere;
  return (
    <>
      <ul className="flex flex-col gap-3">
        {questions.map((question) => {
          const reply = replies.find(({ questionId }) => questionId === question.id);
          const entry = draftOf(draft, question.id);
          return (
            <SettledQuestion key={question.id} question={question} reply={reply}>
              {showUnsent ? <Unsent entry={entry} reply={reply} /> : null}
            </SettledQuestion>
          );
        })}
      </ul>
      {outcome.type === 'declined' && outcome.reason ? (
        <p className="mt-3 wrap-anywhere" dir="auto">
          Reason: {outcome.reason}
        </p>
      ) : null}
      <Ending settlement={settlement} />
    </>
  );
}

type SettledQuestionProps = { question: Question; reply: Reply | undefined; children: React.ReactNode };

function SettledQuestion({ question, reply, children }: SettledQuestionProps) {
  const promptId = useId();
  return (
    <li aria-labelledby={promptId}>
      <div id={promptId} className="text-secondary text-[0.9286rem]">
        <Markdown source={question.prompt} />
      </div>
      {reply === undefined ? null : <SettledReply question={question} reply={reply} />}
      {children}
    </li>
  );
}

function Ending({ settlement }: { settlement: Settlement }) {
  const at = new Date(settlement.at);
  return (
    <p className="mt-3 text-small text-secondary tabular-nums">
      {endingOf(settlement)},{' '}
      <time dateTime={at.toISOString()} title={at.toLocaleString()}>
        {at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
      </time>
    </p>
  );
}
