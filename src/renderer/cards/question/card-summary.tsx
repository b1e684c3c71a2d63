import { Unplug } from 'lucide-react';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import type { AskPart } from './card-state.ts';
import { absenceOf } from './card-words.ts';
import type { Folding } from './folding.ts';
import { ToolDisplay } from './tool-display.tsx';

/** What is to be seen of a card also while it is collapsed. */
export function CardSummary({ part, folding }: { part: AskPart; folding: Folding }) {
  return (
    <>
      <Absence ask={part.ask} />
      <ToolDisplay text={part.result?.display} folding={folding} />
    </>
  );
}

/** Says that an asker from outside is not there, and that nothing is lost by it. */
function Absence({ ask }: { ask: Ask }) {
  const absence = absenceOf(ask);
  if (ask.presence === undefined) return null;
  return (
    <p
      role="status"
      className={
        absence === undefined ? 'sr-only' : 'flex items-start gap-2 px-4 pb-3 text-minor text-secondary'
      }
    >
      {absence !== undefined && (
        <>
          <Unplug aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{absence}</span>
        </>
      )}
    </p>
  );
}
