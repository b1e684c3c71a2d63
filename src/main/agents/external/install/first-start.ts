import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { SignInWay } from '../../../../shared/workspace/turn-state.ts';
import type { AgentProcess } from '../programs/agent-process.ts';
import type { ExternalDeps } from '../external-deps.ts';
import { AgentFailure } from '../failure.ts';
import { isRecord } from '../json-fields.ts';
import type { FoundProgram } from '../programs/find-program.ts';
import { programFor } from '../programs/launch.ts';
import type { AgentSession } from '../session/session.ts';
import { signInWays } from '../session/sign-in-ways.ts';
import { emptyFolder, startOutsideChats } from '../session/start-outside-chats.ts';

/** The time an agent has to say by itself whether its person is signed in, in milliseconds. */
const statusPatience = 6_000;

/** The notification by which an agent says who is signed in (ACP's draft `authStatus`). */
const statusMethod = '_auth/status_update';
const statusSchema = z.object({ authStatus: z.object({ kind: z.string() }) });

/** The services by which an agent is started outside of a chat. */
export type FirstStartService =
  | 'shell'
  | 'env'
  | 'dataDir'
  | 'home'
  | 'trust'
  | 'agentKeys'
  | 'sessions'
  | 'newMarker'
  | 'patience'
  | 'version';

export type FirstStartDeps = Pick<ExternalDeps, FirstStartService> & {
  onProcess: (process: AgentProcess) => void;
  onLine: (line: string) => void;
};

/**
 * Starts an agent that was just installed, to see that it works. Returns the ways to sign in where it wants that of its
 * person, else undefined. Throws AgentFailure where it does not start.
 */
export async function firstStart(
  id: string,
  found: FoundProgram,
  deps: FirstStartDeps,
): Promise<SignInWay[] | undefined> {
  const cwd = emptyFolder(deps);
  const program = await programFor(id, cwd, { ...deps, found });
  const isSignedOut = Promise.withResolvers<boolean>();
  const onNotified = (method: string, params: unknown) => {
    const status = method === statusMethod ? statusSchema.safeParse(params).data : undefined;
    if (status !== undefined) isSignedOut.resolve(status.authStatus.kind === 'none');
  };
  // Nothing is asked of it here, so that nothing needs to be injected.
  const session = await startOutsideChats({ ...program, injects: [] }, { ...deps, onNotified });
  try {
    const wantsSignIn = pushesStatus(session)
      ? await Promise.race([isSignedOut.promise, pause(statusPatience, false, { ref: false })])
      : await refusesSession(session, cwd);
    return wantsSignIn ? signInWays(session.agent, program.launch) : undefined;
  } finally {
    await session.end('deleted');
  }
}

function pushesStatus({ agent }: AgentSession): boolean {
  const { _meta: meta } = agent.agentCapabilities ?? {};
  return isRecord(meta?.['authStatus']);
}

/** True where an agent begins no session before its person has signed in. */
async function refusesSession(session: AgentSession, cwd: string): Promise<boolean> {
  try {
    await session.begin(cwd);
    return false;
  } catch (error) {
    if (error instanceof AgentFailure && !session.isOver) return error.problem.signIn === true;
    throw error;
  }
}
