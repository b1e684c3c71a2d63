import type { Reply } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { FoldedText } from '../words/folded-text.tsx';
import type { Folding } from '../state/folding.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';

type SettledReplyProps = { question: Question; reply: Reply; folding: Folding };

/** The answer to one question, in ink; or that it was skipped. */
export function SettledReply({ question, reply, folding }: SettledReplyProps) {
  return (
    <div className="mt-0.5 wrap-anywhere">
      {reply.status === 'skipped' ? (
        <p className="text-secondary italic">Skipped</p>
      ) : (
        <>
          {reply.picks.map((label) => (
            <div key={label} className="not-first:mt-1">
              <FoldedText {...folding(`pick ${question.id} ${label}`)}>
                <Picked label={label} description={descriptionOf(question, label)} />
              </FoldedText>
            </div>
          ))}
          {reply.custom === undefined ? null : (
            <div className="not-first:mt-1">
              <FoldedText {...folding(`answer ${question.id}`)}>
                <p className="font-medium whitespace-pre-wrap" dir="auto">
                  {reply.custom}
                </p>
              </FoldedText>
            </div>
          )}
          {reply.origin === 'auto' ? (
            <p className="text-secondary text-second">Chosen when the time ran out</p>
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

function Picked({ label, description }: { label: string; description: string | undefined }) {
  return (
    <>
      <p className="font-medium" dir="auto">
        <VisibleText text={label} />
      </p>
      {description ? (
        <p className="text-secondary text-second" dir="auto">
          <VisibleText text={description} />
        </p>
      ) : null}
    </>
  );
}

function descriptionOf({ options }: Question, label: string): string | undefined {
  return options.find((option) => option.label === label)?.description;
}
