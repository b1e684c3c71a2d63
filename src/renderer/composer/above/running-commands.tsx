import { Square, SquareTerminal } from 'lucide-react';
import { useId } from 'react';
import type { BackgroundCommand, Workspace } from '../../../shared/workspace/workspace.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { setNotice } from '../../state/parley-store.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The commands that run in the background of a chat, each with its `Stop`. */
export function RunningCommands({ workspace }: { workspace: Workspace }) {
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
            .catch((error: unknown) => setNotice(store, workspaceId, failureText(error)))
        }
      >
        <Square aria-hidden />
        Stop
      </Button>
    </li>
  );
}
