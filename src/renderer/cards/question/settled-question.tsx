import { type ReactElement, useId } from 'react';
import { draftOf } from '../../../shared/questions/answers.ts';
import { optionsOf } from '../../../shared/questions/question-kinds.ts';
import { shownLabel } from '../../../shared/questions/recommended-label.ts';
import type {
  Answered,
  Draft,
  Question,
  QuestionDraft,
  Reply,
  Settlement,
} from '../../../shared/questions/questions.ts';
import { CompleteMarkdown } from '../../ui/markdown/markdown.tsx';
import { TimeOfDay } from '../../ui/time-of-day.tsx';
import { UnfoldButton } from '../../ui/unfold-button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { settlementText, leftOpenText } from '../../../shared/questions/question-text.ts';
import { FoldedText, type Folding } from './folded-text.tsx';

type SettledBodyProps = {
  questions: readonly Question[];
  settlement: Settlement;
  draft: Draft;
  /** True if the ask ended with the entries of this very card. */
  sentFromHere: boolean;
  /** True if it has just replaced the questions. */
  arriving: boolean;
  folding: Folding;
};

type SettledEntry = { question: Question; reply: Reply | undefined; unsent: QuestionDraft | null };

/** The inside of a card that has ended: each question with what came of it. */
export function SettledBody({
  questions,
  settlement,
  draft,
  sentFromHere,
  arriving,
  folding,
}: SettledBodyProps) {
  const { outcome } = settlement;
  const replies = 'replies' in outcome ? outcome.replies : [];
  const showUnsent = outcome.type !== 'answered' || !sentFromHere;
  const entries = questions.map((question): SettledEntry => {
    const reply = replies.find(({ questionId }) => questionId === question.id);
    return { question, reply, unsent: showUnsent ? unsentOf(draftOf(draft, question.id), reply) : null };
  });
  const open =
    questions.length > 1 && outcome.type !== 'replied'
      ? entries.filter(({ reply, unsent }) => !reply && !unsent)
      : [];
  const told = entries.filter((entry) => !open.includes(entry));
  return (
    <div className={`border-t border-hairline px-4 pb-3 ${arriving ? 'fade-in' : ''}`}>
      <Entries entries={told} folding={folding} />
      {outcome.type === 'declined' && outcome.reason ? (
        <div className="py-2.75 wrap-anywhere">
          <FoldedText {...folding('reason')}>
            <p className="whitespace-pre-wrap" dir="auto">
              Reason: {outcome.reason}
            </p>
          </FoldedText>
        </div>
      ) : null}
      {outcome.type === 'replied' ? (
        <div className="py-2 wrap-anywhere">
          <FoldedText {...folding('reply')}>
            <p className="font-medium whitespace-pre-wrap" dir="auto">
              {outcome.text}
            </p>
          </FoldedText>
        </div>
      ) : null}
      {open.length > 0 ? <LeftOpen entries={open} folding={folding} /> : null}
      <Ending settlement={settlement} count={questions.length} />
    </div>
  );
}

type EntriesProps = { entries: readonly SettledEntry[]; folding: Folding };

function Entries({ entries, folding }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <ul className="divide-y divide-hairline">
      {entries.map((entry) => (
        <SettledQuestion key={entry.question.id} {...entry} folding={folding} />
      ))}
    </ul>
  );
}

/** A row: the header, the answer, and under it the question in the quietest text; without a header the question leads. */
function SettledQuestion({ question, reply, unsent, folding }: SettledEntry & { folding: Folding }) {
  const promptId = useId();
  const header = question.header?.trim() ?? '';
  const prompt = (
    <FoldedText {...folding(`prompt ${question.id}`)}>
      <div id={promptId}>
        <CompleteMarkdown source={question.prompt} />
      </div>
    </FoldedText>
  );
  return (
    <li
      aria-labelledby={promptId}
      className={`grid gap-x-5 gap-y-0.5 py-2.5 ${header === '' ? evenColumns : rowColumns}`}
    >
      <div className="min-w-0 text-second text-secondary wrap-anywhere" dir="auto">
        {header === '' ? prompt : <VisibleText text={header} layout="line" />}
      </div>
      <div className="min-w-0">
        {reply === undefined ? null : <SettledReply question={question} reply={reply} folding={folding} />}
        {unsent === null ? null : <Unsent entry={unsent} folding={folding} />}
        {header === '' ? null : <div className="mt-0.5 text-small text-tertiary">{prompt}</div>}
      </div>
    </li>
  );
}

const evenColumns = '@min-[560px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';
const rowColumns =
  '@min-[340px]:grid-cols-[5.25rem_minmax(0,1fr)] @min-[560px]:grid-cols-[7rem_minmax(0,1fr)]';

const openQuestions = 'open questions';

/** The questions nobody had begun to answer: a line, which opens to them. */
function LeftOpen({ entries, folding }: EntriesProps) {
  const { unfolded, onUnfoldedChange } = folding(openQuestions);
  return (
    <div className="border-t border-hairline py-1">
      <p className="text-secondary">
        {leftOpenText(entries.length)}{' '}
        <UnfoldButton words={['Show', 'Hide']} {...{ unfolded, onUnfoldedChange }} />
      </p>
      {unfolded ? <Entries entries={entries} folding={folding} /> : null}
    </div>
  );
}

function Ending({ settlement, count }: { settlement: Settlement; count: number }) {
  return (
    <p className="border-t border-hairline pt-2.5 text-small text-tertiary tabular-nums">
      {settlementText(settlement, count)}, <TimeOfDay at={settlement.at} />
    </p>
  );
}

type SettledReplyProps = { question: Question; reply: Reply; folding: Folding };

/** The answer to one question, in ink; or that it was skipped. */
export function SettledReply({ question, reply, folding }: SettledReplyProps) {
  return (
    <div className="wrap-anywhere">
      {reply.status === 'skipped' ? (
        <p className="text-secondary">Skipped</p>
      ) : (
        <>
          <SettledAnswer {...{ question, reply, folding }} />
          {reply.origin === 'auto' ? (
            <p className="text-secondary text-second">Chosen when time ran out</p>
          ) : null}
        </>
      )}
      {reply.note === undefined ? null : (
        <div className="mt-1">
          <FoldedText {...folding(`note ${question.id}`)}>
            <p className="whitespace-pre-wrap" dir="auto">
              <span className="text-secondary">Note:</span> {reply.note}
            </p>
          </FoldedText>
        </div>
      )}
    </div>
  );
}

type SettledAnswerProps = { question: Question; reply: Answered; folding: Folding };

function SettledAnswer({ question, reply, folding }: SettledAnswerProps): ReactElement {
  const own =
    reply.custom === undefined ? null : (
      <div className="not-first:mt-1">
        <FoldedText {...folding(`answer ${question.id}`)}>
          <p className="font-medium whitespace-pre-wrap" dir="auto">
            {reply.custom}
          </p>
        </FoldedText>
      </div>
    );
  switch (question.kind) {
    case 'choice':
    case 'yesno':
      return (
        <>
          {reply.picks.map((label) => (
            <div key={label} className="not-first:mt-1">
              <FoldedText {...folding(`pick ${question.id} ${label}`)}>
                <Picked label={label} description={descriptionOf(question, label)} />
              </FoldedText>
            </div>
          ))}
          {own}
        </>
      );
    case 'text':
      return <>{own}</>;
  }
}

function Picked({ label, description }: { label: string; description: string | undefined }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2.5">
      <p className="font-medium" dir="auto">
        <VisibleText text={shownLabel(label)} />
      </p>
      {description ? (
        <p className="text-secondary text-second" dir="auto">
          <VisibleText text={description} />
        </p>
      ) : null}
    </div>
  );
}

function descriptionOf(question: Question, label: string): string | undefined {
  return optionsOf(question).find((option) => option.label === label)?.description;
}

/** Returns the entries of a question that did not become its answer; null if nothing is left over. */
export function unsentOf(entry: QuestionDraft, reply: Reply | undefined): QuestionDraft | null {
  const answered = reply?.status === 'answered' ? reply : undefined;
  const picks = entry.picks.filter((label) => !answered?.picks.includes(label));
  const other = entry.other.trim() !== '' && entry.other !== answered?.custom ? entry.other : '';
  const note = entry.note.trim() !== '' && entry.note !== reply?.note ? entry.note : '';
  return picks.length === 0 && other === '' && note === '' ? null : { ...entry, picks, other, note };
}

type UnsentProps = { entry: QuestionDraft; folding: Folding };

/** Unsent input of a card that ended without it. Nothing typed is lost. */
export function Unsent({ entry, folding }: UnsentProps) {
  const { questionId, picks, other, note } = entry;
  const texts = { other, note };
  return (
    <div className="mt-1 border-s-2 border-hairline ps-3 text-secondary wrap-anywhere">
      <p className="text-small">Entered here, not sent</p>
      {picks.length > 0 ? (
        <p dir="auto">
          <VisibleText text={picks.map(shownLabel).join(', ')} />
        </p>
      ) : null}
      {Object.entries(texts).map(([field, text]) =>
        text === '' ? null : (
          <FoldedText key={field} {...folding(`unsent ${field} ${questionId}`)}>
            <p className="whitespace-pre-wrap" dir="auto">
              {text}
            </p>
          </FoldedText>
        ),
      )}
    </div>
  );
}
