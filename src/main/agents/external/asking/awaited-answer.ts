import type { AgentProcess } from '../programs/agent-process.ts';
import { answeredError, HostedFailure } from '../failure.ts';
import { endedByItself, type saidNothing } from '../programs/start-failure.ts';
import type { HostedProgram } from '../programs/presets.ts';

/** Waits for an answer; the end of the process comes first where there will be none. */
export async function firstOf<Answer>(
  process: AgentProcess,
  { name, signIn }: Pick<HostedProgram, 'name' | 'signIn'>,
  begun: boolean,
  answer: Promise<Answer>,
): Promise<Answer> {
  const ended = process.exited.then((end) => {
    throw new HostedFailure(endedByItself(end, { name, signIn, log: process.log() }, begun));
  });
  try {
    return await Promise.race([answer, ended]);
  } catch (error) {
    if (error instanceof HostedFailure || answeredError(error) !== undefined) throw error;
    // The connection closes a moment before the process has exited.
    return await ended;
  } finally {
    ended.catch(() => undefined);
  }
}

/** Waits for an answer for no longer than `patience`, in milliseconds. Throws the problem then. */
export async function within<Answer>(
  answer: Promise<Answer>,
  patience: number,
  problem: () => ReturnType<typeof saidNothing>,
): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new HostedFailure(problem())), patience);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
