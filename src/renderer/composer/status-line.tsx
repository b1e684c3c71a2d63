import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { ConnectionState } from '../connection/connection.ts';
import { RetryCountdown } from './retry-countdown.tsx';
import { ActivityMark } from '../ui/activity-mark.tsx';

type StatusLineProps = { connection: ConnectionState; workspace: Workspace | undefined };

/** What is going on right now; always there, so that screen readers hear each change. */
export function StatusLine(props: StatusLineProps) {
  return (
    <div
      role="status"
      className="flex min-h-7 short:min-h-5 items-center gap-2 px-1 pb-1 text-secondary text-minor"
    >
      {content(props)}
    </div>
  );
}

function content({ connection, workspace }: StatusLineProps): ReactNode {
  switch (connection) {
    case 'connecting':
      return null;
    case 'reconnecting':
      return (
        <>
          <CloudOff aria-hidden className="size-4 shrink-0" />
          Reconnecting… Nothing you write is lost.
        </>
      );
    case 'signed-out':
      return (
        <>
          <CloudOff aria-hidden className="size-4 shrink-0 text-danger" />
          Parley no longer knows this page. Open the address it printed when it started; nothing is lost.
        </>
      );
    case 'open':
      return workspace === undefined ? null : turnLine(workspace);
  }
}

function turnLine({ waiting, turn }: Workspace): ReactNode {
  if (waiting > 0) return <span className="font-medium text-accent-ink">Awaiting your input…</span>;
  if (turn.status !== 'working') return null;
  if (turn.retry !== undefined) return <RetryCountdown key={turn.retry.at} retry={turn.retry} />;
  return (
    <>
      <ActivityMark />
      Working…
    </>
  );
}
