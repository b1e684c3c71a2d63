import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Reply } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { OptionLabel } from '../fields/option-face.tsx';
import { FoldedText, type Folding } from '../words/folded-text.tsx';

type SettledReplyProps = { question: Question; reply: Reply; folding: Folding };

/** The answer to one question, in ink; or that it was skipped. */
export function SettledReply({ question, reply, folding }: SettledReplyProps) {
  return (
    <div className="wrap-anywhere">
      {reply.status === 'skipped' ? (
        <p className="text-secondary">Skipped</p>
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
    <div className="flex flex-wrap items-baseline gap-x-2.5">
      <p className="font-medium" dir="auto">
        <OptionLabel label={label} />
      </p>
      {description ? (
        <p className="text-secondary text-second" dir="auto">
          <VisibleText text={description} />
        </p>
      ) : null}
    </div>
  );
}

function descriptionOf({ options }: Question, label: string): string | undefined {
  return options.find((option) => option.label === label)?.description;
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
          <VisibleText text={picks.join(', ')} />
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
