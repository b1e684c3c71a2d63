import type { Problem, SignInWay } from '../../../../shared/workspace/turn-state.ts';
import { AgentFailure, signedOut } from '../failure.ts';
import type { AgentPrograms } from '../programs/agent-programs.ts';
import type { AgentStarter } from '../session/agent-starter.ts';
import type { AgentSession, Follower } from '../session/session.ts';
import { signInWays } from '../session/sign-in-ways.ts';

export type SignOutDeps = { programs: AgentPrograms; starter: AgentStarter };

type SignOutOf = Follower & { onNotified: (method: string, params: unknown) => void };

/** How a sign-out ended: with the ways to sign in again and what a turn that runs is told, or why it did not work. */
type SignOutEnd = { type: 'done'; ways: SignInWay[]; problem: Problem } | { type: 'failed'; what: string };

/** Starts an agent without a session, and has it sign its person out. */
export async function signOut(
  id: string,
  { programs, starter }: SignOutDeps,
  { onNotified, ...follower }: SignOutOf,
): Promise<SignOutEnd> {
  let session: AgentSession | undefined;
  try {
    const program = await programs.find(id, programs.emptyFolder());
    session = await starter.startOutsideChats({ ...program, injects: [] }, follower, onNotified);
    await session.signOut();
    const ways = signInWays(session.agent, program.launch, program.key);
    return { type: 'done', ways, problem: signedOut(ways, program) };
  } catch (error) {
    if (error instanceof AgentFailure) return { type: 'failed', what: error.problem.what };
    throw error;
  } finally {
    await session?.end();
  }
}
