import { CircleAlert, CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { TurnState } from '../../shared/workspace/turn-state.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { MoreOfProblem } from './more-of-problem.tsx';

type Ended = Extract<TurnState, { status: 'interrupted' | 'failed' }>;

type TurnProblemProps = { workspaceId: WorkspaceId; turn: Ended };

/** Shows, at the end of the chat, why the agent is not going on. */
export function TurnProblem({ workspaceId, turn }: TurnProblemProps) {
  const { resume, requestCaret } = useParley();

  function goOn(): void {
    resume(workspaceId);
    requestCaret();
  }

  return <Problem {...{ workspaceId, turn }} onResume={goOn} />;
}

function Problem({ workspaceId, turn, onResume }: TurnProblemProps & { onResume(): void }) {
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
        <Frame
          icon={<CircleAlert aria-hidden className="text-danger" />}
          again={turn.problem.signIn === true ? 'Signed in, try again' : 'Resume'}
          onResume={onResume}
        >
          <p className="font-medium wrap-anywhere">
            <VisibleText text={turn.problem.what} layout="line" />
          </p>
          <p className="text-secondary wrap-anywhere">{turn.problem.kept}</p>
          <p className="text-secondary wrap-anywhere">{turn.problem.todo}</p>
          <MoreOfProblem workspaceId={workspaceId} problem={turn.problem} />
        </Frame>
      );
  }
}

type FrameProps = { icon: ReactNode; again?: string; onResume(): void; children: ReactNode };

function Frame({ icon, again = 'Resume', onResume, children }: FrameProps) {
  return (
    <div className="column pt-1 pb-4">
      <div className="flex flex-wrap items-start gap-3 rounded-card border border-hairline px-4 py-3 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
        {icon}
        <div role="group" aria-label="Problem" className="min-w-48 flex-1">
          {children}
        </div>
        <Button onClick={onResume}>{again}</Button>
      </div>
    </div>
  );
}
