import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { hasTabs } from './card-state.ts';
import { progressText, statusOf } from './card-words.ts';

/** Whether the card waits, or how it ended; while it waits, how far the person has come. */
export function CardStatus({ ask, draft }: { ask: Ask; draft: Draft }) {
  const { questions, settlement } = ask;
  const waiting = settlement === null;
  const answered = questions.filter((question) => isAnswered(draft, question)).length;
  return (
    <>
      <span className={`text-[0.9286rem] ${waiting ? 'text-accent-ink' : 'text-secondary'}`}>
        {statusOf(settlement)}
      </span>
      {waiting && hasTabs(questions) ? (
        <span className="text-[0.9286rem] text-secondary tabular-nums">
          {progressText(answered, questions.length)}
        </span>
      ) : null}
    </>
  );
}
