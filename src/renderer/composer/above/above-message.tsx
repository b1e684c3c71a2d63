import {
  Check,
  ChevronUp,
  Circle,
  CircleAlert,
  CircleDot,
  Gauge,
  ListChecks,
  Square,
  SquareTerminal,
} from 'lucide-react';
import { useId } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ServerInfo } from '../../../shared/mcp-servers/server-info.ts';
import { summaryOf } from '../../../shared/transcript/progress-list.ts';
import type { ProgressItem, Rewound } from '../../../shared/transcript/transcript.ts';
import { canCompact, contextShare, nearlyFull } from '../../../shared/workspace/context-share.ts';
import type { BackgroundCommand, Workspace } from '../../../shared/workspace/workspace.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useParleyState, useView } from '../../parley-context.tsx';
import { compact } from '../../state/chat/branch-intents.ts';
import type { AskedTrust } from '../../state/composer/asked-trust.ts';
import { failedServers } from '../../state/composer/failed-servers.ts';
import { setChatLine } from '../../state/parley-store.ts';
import { openPage, toggleOpened } from '../../state/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { TrustCard } from '../trust/trust-card.tsx';
import { RewoundLine } from './rewound-line.tsx';
import { MessageQueue } from './message-queue.tsx';

type AboveMessageProps = {
  workspace: Workspace;
  progress: readonly ProgressItem[] | undefined;
  rewound: Rewound | undefined;
  /** What waits to be trusted in this chat; undefined for nothing. */
  trust: AskedTrust | undefined;
};

/** Everything over the message: the agent's steps, how full the chat is, background commands, the queue. */
export function AboveMessage({ workspace, progress, rewound, trust }: AboveMessageProps) {
  const app = useParleyState((state) => state.app);
  const failed = failedServers(app, workspace.folder);
  return (
    <>
      {trust !== undefined && (
        <TrustCard key={`${workspace.id} ${trust.of}`} workspace={workspace} {...trust} />
      )}
      {failed.length > 0 && <ServerProblems servers={failed} />}
      {progress !== undefined && <ProgressStrip workspace={workspace} items={progress} />}
      {(contextShare(workspace) ?? 0) >= nearlyFull && <ContextHint workspace={workspace} />}
      {workspace.commands.length > 0 && <RunningCommands workspace={workspace} />}
      <MessageQueue workspace={workspace} />
      {rewound !== undefined && <RewoundLine workspaceId={workspace.id} rewound={rewound} />}
    </>
  );
}

function ContextHint({ workspace }: { workspace: Workspace }) {
  const parley = useParley();
  return (
    <section
      aria-label="Context"
      className="mx-3 flex min-h-9 items-center gap-2 rounded-t-card border border-b-0 border-hairline bg-window ps-3 pe-1 text-second text-secondary [section+&]:rounded-t-none"
    >
      <Gauge aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1">{contextShare(workspace)} % of what the model can read is used.</p>
      {canCompact(workspace) && workspace.turn.status !== 'working' && (
        <Button
          look="quiet"
          title="The agent then reads a summary of the earlier messages; they stay in the chat"
          onClick={() => {
            void compact(parley, workspace);
            parley.requestCaret();
          }}
        >
          Compact
        </Button>
      )}
    </section>
  );
}

/** Names the MCP servers that can't be used; the agent goes on without their tools. */
function ServerProblems({ servers }: { servers: readonly ServerInfo[] }) {
  const { view } = useParley();
  const words = problemText(servers);
  return (
    <section
      aria-label="MCP servers"
      className="mx-3 flex min-h-9 items-center gap-2 rounded-t-card border border-b-0 border-hairline bg-window ps-3 pe-1 text-second text-secondary [section+&]:rounded-t-none"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 cut-off py-1" title={words}>
        {words}
      </p>
      <Button look="quiet" onClick={() => openPage(view, { name: 'settings', part: 'tools' })}>
        Details
      </Button>
    </section>
  );
}

function problemText(servers: readonly ServerInfo[]): string {
  const names = servers.map(({ name }) => `“${visibleText(name, 'line')}”`).join(', ');
  const [first, ...others] = servers;
  if (servers.every(({ state }) => state.type === 'sign-in'))
    return others.length === 0
      ? `The MCP server ${names} wants you to sign in.`
      : `The MCP servers ${names} want you to sign in.`;
  if (others.length > 0) return `The MCP servers ${names} can’t be used.`;
  const problem = first?.state.type === 'failed' ? visibleText(first.state.problem, 'line') : '';
  return `The MCP server ${names} can’t be used. ${problem}`;
}

function RunningCommands({ workspace }: { workspace: Workspace }) {
  const headingId = useId();
  const { commands } = workspace;
  const title = commands.length === 1 ? '1 command is running' : `${commands.length} commands are running`;
  return (
    <section
      aria-labelledby={headingId}
      className="mx-3 rounded-t-card border border-b-0 border-hairline bg-window px-3 pt-1.5 pb-1 text-second"
    >
      <h2 id={headingId} className="flex items-center gap-1.5 text-small text-secondary">
        <SquareTerminal aria-hidden className="size-3.5 shrink-0" />
        {title}
      </h2>
      <ul className="max-h-[25dvh] overflow-y-auto">
        {commands.map((command) => (
          <RunningCommand key={command.toolCallId} {...{ command, workspace }} />
        ))}
      </ul>
    </section>
  );
}

function RunningCommand({ command, workspace }: { command: BackgroundCommand; workspace: Workspace }) {
  const { companion, store, view } = useParley();
  const lineId = useId();
  const { id: workspaceId } = workspace;
  const { toolCallId, line } = command;
  return (
    <li className="flex items-center gap-x-2">
      <button
        type="button"
        title={line}
        className="hit min-w-0 flex-1 cut-off rounded-control text-start hover:text-ink"
        onClick={() => view.setState({ requestedCard: { workspaceId, toolCallId } })}
      >
        <code id={lineId} dir="ltr" className="font-mono text-code">
          <VisibleText text={line} layout="line" />
        </code>
      </button>
      <Button
        look="quiet"
        aria-describedby={lineId}
        onClick={() =>
          void companion.client.workspace
            .stopCommand({ workspaceId, toolCallId })
            .catch((error: unknown) => setChatLine(store, workspaceId, failureText(error)))
        }
      >
        <Square aria-hidden />
        Stop
      </Button>
    </li>
  );
}

type ProgressStripProps = { workspace: Workspace; items: readonly ProgressItem[] };

/** The agent's list of steps, folded to the current one; null once all are done. */
function ProgressStrip({ workspace: { id, turn }, items }: ProgressStripProps) {
  const { view } = useParley();
  const key = `progress ${id}`;
  const open = useView(({ opened }) => opened.has(key));
  const listId = useId();
  const summary = summaryOf(items);
  if (summary === null || (summary.over && turn.status !== 'working')) return null;
  const { at, of, text } = summary;
  return (
    <section
      aria-label="Progress"
      className="mx-3 rounded-t-card border border-b-0 border-hairline bg-window text-second"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => toggleOpened(view, key)}
        className="hit flex w-full items-center gap-1.5 rounded-t-card ps-3 pe-2.5 text-start text-secondary hover:text-ink"
      >
        <ListChecks aria-hidden className="me-0.5 size-4 shrink-0" />
        <span className="shrink-0 tabular-nums">
          Step {at} of {of}
        </span>
        <span aria-hidden>·</span>
        <span dir="auto" className="min-w-0 flex-1 truncate" title={text}>
          <VisibleText text={text} layout="line" />
        </span>
        <ChevronUp
          aria-hidden
          className={`size-4 shrink-0 transition-transform duration-(--t-fast) ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {/* Always there, for the button to name it. */}
      <ol id={listId} hidden={!open} className="max-h-[30dvh] overflow-y-auto px-3 pb-2">
        {open && items.map((item, index) => <Step key={index} item={item} />)}
      </ol>
    </section>
  );
}

const words = { pending: 'to do', in_progress: 'in progress', completed: 'done' } as const;
const marks = { pending: Circle, in_progress: CircleDot, completed: Check } as const;
const looks = { pending: 'text-secondary', in_progress: 'text-ink font-medium', completed: 'text-tertiary' };

function Step({ item: { text, status } }: { item: ProgressItem }) {
  const Mark = marks[status];
  return (
    <li
      aria-current={status === 'in_progress' ? 'step' : undefined}
      className={`flex gap-2 py-0.75 ${looks[status]}`}
    >
      <Mark aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        <VisibleText text={text} layout="line" />
        <span className="sr-only">, {words[status]}</span>
      </span>
    </li>
  );
}
