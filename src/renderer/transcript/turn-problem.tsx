import { CircleAlert, CirclePause } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem, SignInWay, TurnState } from '../../shared/workspace/turn-state.ts';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { ProblemLine } from '../ui/problem-line.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type Ended = Extract<TurnState, { status: 'interrupted' | 'failed' }>;

type TurnProblemProps = { workspaceId: WorkspaceId; turn: Ended };

export function TurnProblem({ workspaceId, turn }: TurnProblemProps) {
  const { resume, requestCaret } = useParley();

  function goOn(): void {
    resume(workspaceId);
    requestCaret();
  }

  return <ProblemRow {...{ workspaceId, turn }} onResume={goOn} />;
}

function ProblemRow({ workspaceId, turn, onResume }: TurnProblemProps & { onResume(): void }) {
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

const SignInKeys = lazyPart(async () => (await import('./sign-in/sign-in-keys.tsx')).SignInKeys);
const TerminalWay = lazyPart(async () => (await import('./sign-in/terminal-way.tsx')).TerminalWay);

type MoreOfProblemProps = { workspaceId: WorkspaceId; problem: Problem };

/** The ways to sign in that a problem comes with, and what a program or a server said. */
export function MoreOfProblem({ workspaceId, problem }: MoreOfProblemProps) {
  const { signInWays = [], lines, details } = problem;
  return (
    <>
      {signInWays.length > 0 && <SignInWays workspaceId={workspaceId} ways={signInWays} />}
      {lines !== undefined && (
        <FoldedText
          title={lines.length === 1 ? 'What it said last' : `The last ${lines.length} lines it said`}
          name="What it said last"
          text={lines.join('\n')}
        />
      )}
      {details !== undefined && <FoldedText title="Details" name="What could not be read" text={details} />}
    </>
  );
}

type SignInWaysProps = { workspaceId: WorkspaceId; ways: readonly SignInWay[] };

function SignInWays({ workspaceId, ways }: SignInWaysProps) {
  const { companion } = useParley();
  const [failure, setFailure] = useState<string | null>(null);

  function signIn(way: string): void {
    setFailure(null);
    companion.client.workspace
      .signInToAgent({ workspaceId, way })
      .catch((error: unknown) => setFailure(failureText(error)));
  }

  return (
    <>
      <ul aria-label="Ways to sign in" className="mt-3 flex flex-col gap-3">
        {ways.map((way) => (
          <li key={JSON.stringify(way)} className="flex min-w-0 flex-col items-start gap-1.5">
            <Way workspaceId={workspaceId} way={way} onSignIn={signIn} />
          </li>
        ))}
      </ul>
      {failure !== null && <ProblemLine>{failure}</ProblemLine>}
    </>
  );
}

type WayProps = { workspaceId: WorkspaceId; way: SignInWay; onSignIn(id: string): void };

function Way({ workspaceId, way, onSignIn }: WayProps) {
  const agent = useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.agent.name ?? '',
  );
  const about = way.about !== null && (
    <p className="text-second text-secondary wrap-anywhere">
      <VisibleText text={way.about} layout="line" />
    </p>
  );
  switch (way.type) {
    case 'keys':
      return (
        <Suspense>
          <SignInKeys workspaceId={workspaceId} way={way} />
        </Suspense>
      );
    case 'agent':
      return (
        <>
          <DecidingButton
            about={way.name}
            className="max-w-full shrink text-start wrap-anywhere"
            onClick={() => onSignIn(way.id)}
          >
            <VisibleText text={way.name} layout="line" />
          </DecidingButton>
          {about}
        </>
      );
    case 'terminal':
      return (
        <Suspense>
          <TerminalWay
            of={{ type: 'chat', workspaceId }}
            way={way}
            agent={agent}
            after="choose “Signed in, try again”"
            next={`${agent} goes on with your message.`}
          />
        </Suspense>
      );
  }
}

/** What a program or a server said, word for word. */
function FoldedText({ title, name, text }: { title: string; name: string; text: string }) {
  return (
    <details className="mt-1">
      <summary className="hit w-max cursor-pointer rounded-small text-second text-secondary hover:text-ink">
        {title}
      </summary>
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={name}
        className="mt-1 max-h-60 overflow-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
      >
        <VisibleText text={text} layout="block" />
      </pre>
    </details>
  );
}
