import { CircleAlert, CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { TurnState } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type Ended = Extract<TurnState, { status: 'interrupted' | 'failed' }>;

type TurnProblemProps = { workspaceId: WorkspaceId; turn: Ended };

/** Shows, at the end of the chat, why the agent is not going on. */
export function TurnProblem({ workspaceId, turn }: TurnProblemProps) {
  const { resume, requestCaret } = useParley();

  function goOn(): void {
    resume(workspaceId);
    requestCaret();
  }

  return <Problem turn={turn} onResume={goOn} />;
}

function Problem({ turn, onResume }: { turn: Ended; onResume(): void }) {
  switch (turn.status) {
    case 'interrupted':
      return (
        <Frame icon={<CirclePause aria-hidden className="text-secondary" />} onResume={onResume}>
          <p className="font-medium">Stopped</p>
          <p className="text-secondary">Everything up to here is kept. Resume, or write a message.</p>
        </Frame>
      );
    case 'failed':
      return (
        <Frame icon={<CircleAlert aria-hidden className="text-danger" />} onResume={onResume}>
          <p className="font-medium wrap-anywhere">{turn.problem.what}</p>
          <p className="text-secondary wrap-anywhere">{turn.problem.kept}</p>
          <p className="text-secondary wrap-anywhere">{turn.problem.todo}</p>
          {turn.problem.lines !== undefined && <LastLines lines={turn.problem.lines} />}
        </Frame>
      );
  }
}

/** What a program said last, folded away. */
function LastLines({ lines }: { lines: readonly string[] }) {
  return (
    <details className="mt-1">
      <summary className="hit w-max cursor-pointer rounded-small text-second text-secondary hover:text-ink">
        {lines.length === 1 ? 'What it said last' : `The last ${lines.length} lines it said`}
      </summary>
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label="What it said last"
        className="mt-1 max-h-60 overflow-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
      >
        <VisibleText text={lines.join('\n')} layout="block" />
      </pre>
    </details>
  );
}

type FrameProps = { icon: ReactNode; onResume(): void; children: ReactNode };

function Frame({ icon, onResume, children }: FrameProps) {
  return (
    <div className="column pt-1 pb-4">
      <div className="flex flex-wrap items-start gap-3 rounded-card border border-hairline px-4 py-3 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
        {icon}
        <div role="group" aria-label="Problem" className="min-w-48 flex-1">
          {children}
        </div>
        <Button onClick={onResume}>Resume</Button>
      </div>
    </div>
  );
}
