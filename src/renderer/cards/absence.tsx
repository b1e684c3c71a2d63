import { Unplug } from 'lucide-react';
import { createContext, use } from 'react';
import type { Presence } from '../../shared/transcript/transcript.ts';
import { VisibleText } from '../ui/visible-text.tsx';

/**
 * The facts about the chat's own agent that a card needs: that it would not hear of the card at once, and that a typed
 * reply can be the answer to its question instead of closing it.
 */
export const CardAgentContext = createContext({ isOrphaned: false, takesReplies: false });

type AbsenceProps = {
  asker: string;
  /** Presence of the asker; undefined for the chat's own agent. */
  presence: Presence | undefined;
  waiting: boolean;
  what: 'answer' | 'decision';
};

/** Says that an asker is not there, and that nothing is lost by it. */
export function Absence({ presence, ...words }: AbsenceProps) {
  const isOrphaned = use(CardAgentContext).isOrphaned && presence === undefined && words.waiting;
  if (presence === undefined && !isOrphaned) return null;
  const absence = isOrphaned ? leftText(words) : presence === 'gone' ? absenceText(words) : undefined;
  return (
    <p
      role="status"
      className={
        absence === undefined
          ? 'sr-only'
          : 'flex items-start gap-2 border-t border-hairline px-4 py-2.5 text-second text-secondary'
      }
    >
      {absence !== undefined && (
        <>
          <Unplug aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <VisibleText text={absence} layout="line" />
          </span>
        </>
      )}
    </p>
  );
}

type Absent = { asker: string; waiting: boolean; what: 'answer' | 'decision' };

/** Returns the sentence about an outside asker that is gone. */
function absenceText({ asker, waiting, what }: Absent): string {
  return waiting ? `${asker} disconnected. Your ${what} will be kept` : `Kept until ${asker} asks again`;
}

/** Returns the sentence about an agent that does not wait any more, and is told all the same. */
function leftText({ asker, what }: Absent): string {
  return `${asker} is no longer waiting. Your ${what} starts it again`;
}
