import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Retry } from '../../../shared/workspace/turn-state.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { ConnectionState } from '../../connection/connection.ts';
import { ActivityMark } from '../../ui/activity-mark.tsx';
import { forSeconds, useNow } from '../../ui/use-now.ts';
import { clockText } from '../../ui/clock-text.ts';

type StatusLineProps = { connection: ConnectionState; workspace: Workspace | undefined };

/** Shows the current activity; always mounted, so that screen readers announce each change. */
export function StatusLine(props: StatusLineProps) {
  return (
    <div
      role="status"
      className="flex min-h-8 short:min-h-5 items-center gap-2 px-0.5 pb-0.5 text-secondary text-second"
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
          <CloudOff aria-hidden className="size-4 shrink-0 text-caution" />
          <span>
            <span className="font-medium text-caution">Reconnecting…</span> Nothing you write is lost.
          </span>
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
  if (waiting > 0)
    return (
      <span className="flex items-center gap-2 font-medium text-accent-ink">
        <span
          aria-hidden
          className="size-2 shrink-0 rounded-round bg-accent-mark forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none"
        />
        Awaiting your input…
      </span>
    );
  if (turn.status !== 'working') return null;
  if (turn.retry !== undefined) return <RetrySoon key={turn.retry.at} retry={turn.retry} />;
  return (
    <>
      <ActivityMark />
      {turn.summarising ? 'Summarising what was said before…' : <Working since={turn.since} />}
    </>
  );
}

/** The time is to be seen only: a screen reader would say it every second. */
function Working({ since }: { since: number | undefined }) {
  if (since === undefined) return 'Working…';
  return (
    <>
      <span className="sr-only">Working…</span>
      <span aria-hidden>
        Working · <WorkedSince since={since} />
      </span>
    </>
  );
}

function WorkedSince({ since }: { since: number }) {
  return (
    <span className="tabular-nums">
      {clockText(Math.max(0, Math.floor((useNow(forSeconds) - since) / 1_000)))}
    </span>
  );
}

/** The card in the chat counts down; screen readers hear of it once, not every second. */
function RetrySoon({ retry: { waitMs, what } }: { retry: Retry }) {
  const why = what.replace(/\.$/, '');
  return <span className="sr-only">{`${why}. Retrying in ${Math.ceil(waitMs / 1_000)} s.`}</span>;
}
