import { Activity, Unplug } from 'lucide-react';
import { use } from 'react';
import type { Presence } from '../../shared/transcript/transcript.ts';
import type { AgentWait } from '../../shared/workspace/agent-wait.ts';
import { CardAgentContext } from './card-agent.ts';
import { VisibleText } from '../ui/visible-text.tsx';

type AbsenceProps = {
  asker: string;
  /** Presence of the asker; undefined for the chat's own agent. */
  presence: Presence | undefined;
  waiting: boolean;
  what: 'answer' | 'decision';
};

/** Says that an asker is gone or works on, and that the answer still reaches it. */
export function Absence({ presence, ...words }: AbsenceProps) {
  const { wait } = use(CardAgentContext);
  const agentText = presence === undefined && words.waiting ? waitText(wait, words) : undefined;
  if (presence === undefined && agentText === undefined) return null;
  const absence = agentText ?? (presence === 'gone' ? absenceText(words) : undefined);
  const Icon = agentText !== undefined && wait?.type === 'works-on' ? Activity : Unplug;
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
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
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

function waitText(wait: AgentWait | undefined, { asker, what }: Absent): string | undefined {
  switch (wait?.type) {
    case 'orphaned':
      return `${asker} is no longer waiting. Your ${what} starts it again`;
    case 'works-on':
      return `${asker} keeps working. Your answer reaches it meanwhile`;
    case 'until':
    case undefined:
      return undefined;
  }
}
