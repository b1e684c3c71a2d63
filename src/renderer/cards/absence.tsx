import { Unplug } from 'lucide-react';
import { createContext, use } from 'react';
import type { Presence } from '../../shared/transcript/transcript.ts';
import { VisibleText } from '../ui/visible-text.tsx';

/**
 * What a card needs to know of the chat's own agent: whether it would only hear of the answer later, and
 * whether a typed reply answers its question instead of closing it.
 */
export const CardAgentContext = createContext({ isOrphaned: false, takesReplies: false });

type AbsenceProps = {
  asker: string;
  /** Presence of the asker; undefined for the chat's own agent. */
  presence: Presence | undefined;
  waiting: boolean;
  what: 'answer' | 'decision';
};

/** Says that an asker is gone, and that the answer still reaches it. */
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

function absenceText({ asker, waiting, what }: Absent): string {
  return waiting ? `${asker} disconnected. Your ${what} will be kept` : `Kept until ${asker} asks again`;
}

function leftText({ asker, what }: Absent): string {
  return `${asker} is no longer waiting. Your ${what} starts it again`;
}
