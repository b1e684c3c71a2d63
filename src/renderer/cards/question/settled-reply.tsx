import type { Reply } from '../../../shared/questions/outcome.ts';
import type { Question } from '../../../shared/questions/question.ts';

type SettledReplyProps = { question: Question; reply: Reply };

/** What was answered to one question, in ink; or that it was skipped. */
export function SettledReply({ question, reply }: SettledReplyProps) {
  return (
    <div className="mt-0.5 wrap-anywhere">
      {reply.status === 'skipped' ? (
        <p className="text-secondary italic">Skipped</p>
      ) : (
        <>
          {reply.picks.map((label) => (
            <Picked key={label} label={label} description={descriptionOf(question, label)} />
          ))}
          {reply.custom === undefined ? null : (
            <p className="font-medium whitespace-pre-wrap not-first:mt-1" dir="auto">
              {reply.custom}
            </p>
          )}
          {reply.origin === 'auto' ? <p className="text-secondary">Chosen when the time ran out</p> : null}
        </>
      )}
      {reply.note === undefined ? null : (
        <p className="whitespace-pre-wrap" dir="auto">
          Note: {reply.note}
        </p>
      )}
    </div>
  );
}

function Picked({ label, description }: { label: string; description: string | undefined }) {
  return (
    <div dir="auto" className="not-first:mt-1">
      <p className="font-medium">{label}</p>
      {description ? <p className="text-secondary text-[0.9286rem]">{description}</p> : null}
    </div>
  );
}

function descriptionOf({ options }: Question, label: string): string | undefined {
  return options.find((option) => option.label === label)?.description;
}
