import { setTimeout as pause } from 'node:timers/promises';
import type { SignInWay } from '../../../../shared/workspace/turn-state.ts';
import { AgentFailure } from '../failure.ts';
import { isRecord } from '../json-fields.ts';
import type { AgentPrograms, ProgramTrial } from '../programs/agent-programs.ts';
import type { AgentStarter } from '../session/agent-starter.ts';
import type { AgentSession, Follower } from '../session/session.ts';
import { signInWays } from '../session/sign-in-ways.ts';
import { type AgentAccounts, saysNobody } from '../sign-in/agent-accounts.ts';

/** The time an agent has to say by itself whether its person is signed in, in milliseconds. */
const statusPatience = 6_000;

export type FirstStartDeps = { programs: AgentPrograms; starter: AgentStarter; accounts: AgentAccounts };

/**
 * Starts an agent that was just installed, to see that it works. Returns the ways to sign in where it wants that of its
 * person, else undefined. Throws AgentFailure where it does not start.
 */
export async function firstStart(
  id: string,
  trial: ProgramTrial,
  { programs, starter, accounts }: FirstStartDeps,
  follower: Follower,
): Promise<SignInWay[] | undefined> {
  const folder = programs.emptyFolder();
  const program = await programs.find(id, folder, trial);
  const isSignedOut = Promise.withResolvers<boolean>();
  const onNotified = (method: string, params: unknown) => {
    accounts.noteNotified(`acp/${id}`, method, params);
    const nobody = saysNobody(method, params);
    if (nobody !== undefined) isSignedOut.resolve(nobody);
  };
  // Nothing is asked of it here, so that nothing needs to be injected.
  const session = await starter.startOutsideChats({ ...program, injects: [] }, follower, onNotified);
  try {
    const wantsSignIn = pushesStatus(session)
      ? await Promise.race([isSignedOut.promise, pause(statusPatience, false, { ref: false })])
      : await refusesSession(session, folder);
    return wantsSignIn ? signInWays(session.agent, program.launch, program.key) : undefined;
  } finally {
    await session.end('deleted');
  }
}

function pushesStatus({ agent }: AgentSession): boolean {
  const { _meta: meta } = agent.agentCapabilities ?? {};
  return isRecord(meta?.['authStatus']);
}

/** True where an agent begins no session before its person has signed in. */
async function refusesSession(session: AgentSession, folder: string): Promise<boolean> {
  try {
    await session.begin({ cwd: folder, folders: [] });
    return false;
  } catch (error) {
    if (error instanceof AgentFailure && !session.isOver) return error.problem.signIn === true;
    throw error;
  }
}
