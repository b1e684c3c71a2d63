import { useId, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { SignInWay } from '../../../shared/workspace/turn-state.ts';
import { failureText } from '../../connection/connection.ts';
import { useAgentName, useParley } from '../../parley-context.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const SignInKeys = lazyPart(async () => (await import('./sign-in-keys.tsx')).SignInKeys);
const TerminalWay = lazyPart(async () => (await import('./terminal-way.tsx')).TerminalWay);

type SignInWaysProps = { workspaceId: WorkspaceId; ways: readonly SignInWay[] };

/** The ways to sign in that an agent names, each with what it takes. */
export function SignInWays({ workspaceId, ways }: SignInWaysProps) {
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
      <ul aria-label="Ways to sign in" className="rounded-control border border-hairline">
        {ways.map((way) => (
          <li key={JSON.stringify(way)} className="border-t border-hairline p-3 first:border-transparent">
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
  const agent = useAgentName(workspaceId);
  const aboutId = useId();
  switch (way.type) {
    case 'keys':
      return (
        <PartBoundary>
          <SignInKeys workspaceId={workspaceId} way={way} />
        </PartBoundary>
      );
    case 'agent':
      return (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <DecidingButton
            about={way.name}
            aria-describedby={way.about === null ? undefined : aboutId}
            className="max-w-full shrink text-start wrap-anywhere"
            onClick={() => onSignIn(way.id)}
          >
            <VisibleText text={way.name} layout="line" />
          </DecidingButton>
          {way.about !== null && (
            <p id={aboutId} className="text-second text-secondary wrap-anywhere">
              <VisibleText text={way.about} layout="line" />
            </p>
          )}
        </div>
      );
    case 'terminal':
      return (
        <PartBoundary>
          <TerminalWay
            of={{ type: 'chat', workspaceId }}
            way={way}
            agent={agent}
            after="choose “Signed in, try again”"
            next={`${agent} goes on with your message.`}
          />
        </PartBoundary>
      );
  }
}
