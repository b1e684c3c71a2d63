import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Retry, Workspace } from '../../shared/workspace/workspace.ts';
import type { ConnectionState } from '../connection/connection.ts';
import { ActivityMark } from '../ui/activity-mark.tsx';
import { lazyValue } from '../ui/lazy-value.ts';

type StatusLineProps = { connection: ConnectionState; workspace: Workspace | undefined };

/** Shows the current activity; always mounted, so that screen readers announce each change. */
export function StatusLine(props: StatusLineProps) {
  return (
    <div
      role="status"
      className="flex min-h-7 short:min-h-5 items-center gap-2 px-1 pb-1 text-secondary text-second"
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

/** Shows why the agent pauses and when it tries again. Announced to screen readers once, not every second. */
function RetryCountdown({ retry }: { retry: Retry }) {
  const seconds = useSecondsLeft(retry);
  const why = retry.what.replace(/\.$/, '');
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {why}; trying again in {`${seconds}\u00a0s`}
      </span>
      <span className="sr-only">
        {why}; trying again in {Math.ceil(retry.waitMs / 1_000)} seconds.
      </span>
    </>
  );
}

/** Never more than the whole wait, should this window's clock differ from main's. */
function useSecondsLeft({ at, waitMs }: Retry): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil(Math.min(waitMs, Math.max(0, at - now)) / 1_000);
}

const compact = lazyValue(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
);
const exact = lazyValue(() => new Intl.NumberFormat('en'));

type Used = Workspace['usage']['turn'];

/** The tokens that the newest turn and the chat have used; nothing while none were. */
export function UsageLine({ usage: { turn, chat } }: { usage: Workspace['usage'] }) {
  if (chat.input + chat.output === 0) return null;
  return (
    <p
      title={`This turn: ${inWords(turn)}. This chat: ${inWords(chat)}.`}
      className="ms-auto shrink-0 px-1 pb-1 text-small text-secondary tabular-nums"
    >
      {inBrief(turn, chat)}
    </p>
  );
}

/** The turn by itself only where it tells more than the chat does. */
function inBrief(turn: Used, chat: Used): string {
  const used = turn.input + turn.output;
  if (used === 0 || used === chat.input + chat.output) return `${short(chat)} tokens in this chat`;
  return `${short(turn)} tokens this turn · ${short(chat)} in this chat`;
}

function short({ input, output }: Used): string {
  return compact()
    .format(input + output)
    .replace('K', 'k');
}

function inWords({ input, output }: Used): string {
  return `${exact().format(input)} read, ${exact().format(output)} written`;
}
