import type { QuestionDraft } from '../../../shared/questions/draft.ts';
import type { Reply } from '../../../shared/questions/outcome.ts';

type UnsentProps = { entry: QuestionDraft; reply: Reply | undefined };

/** What had been entered into a card that ended without it. Nothing typed is lost. */
export function Unsent({ entry, reply }: UnsentProps) {
  const answered = reply?.status === 'answered' ? reply : undefined;
  const picks = entry.picks.filter((label) => !answered?.picks.includes(label));
  const typed = entry.other.trim() !== '' && entry.other !== answered?.custom ? entry.other : '';
  const note = entry.note.trim() !== '' && entry.note !== reply?.note ? entry.note : '';
  if (picks.length === 0 && typed === '' && note === '') return null;
  return (
    <div className="mt-1 border-s-2 border-hairline ps-3 text-secondary wrap-anywhere">
      <p className="text-small">Entered here, not sent</p>
      {picks.length > 0 ? <p dir="auto">{picks.join(', ')}</p> : null}
      {[typed, note].map((text, index) =>
        text === '' ? null : (
          <p key={index === 0 ? 'typed' : 'note'} className="whitespace-pre-wrap" dir="auto">
            {text}
          </p>
        ),
      )}
    </div>
  );
}
