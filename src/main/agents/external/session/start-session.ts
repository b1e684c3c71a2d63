import type { AgentProcess } from '../programs/agent-process.ts';
import { AgentFailure } from '../failure.ts';
import type { ChannelAsker } from '../vendors/vendor.ts';
import { AgentSession, type SessionDeps } from './session.ts';

type StartDeps = SessionDeps & { channel: ChannelAsker };

/**
 * Starts an agent, with its channel for questions where it has one. Where that can't be used, as in an older version, it
 * is started without, and the tool for questions is injected. Throws AgentFailure.
 */
export async function startSession(deps: StartDeps): Promise<AgentSession> {
  const { program, onLine } = deps;
  const channel = await program.questionChannel?.(program.launch);
  if (channel === undefined) return AgentSession.start(deps);
  const startWithout = (why: string): Promise<AgentSession> => {
    onLine(`${program.name}’s own questions can’t be heard: ${why}`);
    return AgentSession.start(deps);
  };
  if ('problem' in channel) return startWithout(channel.problem);
  let started: AgentProcess | undefined;
  let session: AgentSession;
  try {
    session = await AgentSession.start({
      ...deps,
      program: {
        ...program,
        launch: channel.launch,
        injects: program.injects.filter((tool) => tool !== 'ask'),
      },
      onProcess: (process) => {
        started = process;
        deps.onProcess(process);
      },
    });
  } catch (error) {
    if (!(error instanceof AgentFailure) || started?.hasExited !== true) throw error;
    return startWithout('it ended at once');
  }
  const { process } = session;
  const sessionId = () => session.sessionId;
  const problem = await channel.open({ ...deps.channel, process, sessionId, onLine });
  if (problem === undefined) return session;
  await session.end();
  return startWithout(problem);
}
