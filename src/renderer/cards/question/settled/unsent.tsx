import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Reply } from '../../../../shared/questions/outcome.ts';
import { FoldedText } from '../words/folded-text.tsx';
import type { Folding } from '../state/folding.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';

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
