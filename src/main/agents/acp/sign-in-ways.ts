import type { AgentProcess } from './agent-process.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { HostedProgram } from './presets.ts';
import type { AuthMethod } from './protocol.schema.ts';
import { startSession } from './start-session.ts';

type FetchParts = Pick<HostedParts, 'hosted' | 'newMarker' | 'patience' | 'version' | 'logger' | 'report'> & {
  /** The name that chats store. */
  agent: string;
  /** Called with its process as soon as it is started. */
  onProcess: (process: AgentProcess) => void;
};

const refused = () => Promise.reject(new Error('Nothing is asked outside of a chat.'));

/** Starts an agent without a session, and returns the ways to sign in that it names. Throws HostedFailure. */
export async function fetchSignInWays(program: HostedProgram, parts: FetchParts): Promise<AuthMethod[]> {
  const { hosted, newMarker, patience, version, logger, report, agent, onProcess } = parts;
  const ignored = () => undefined;
  const session = await startSession({
    program,
    version,
    store: hosted,
    patience,
    marker: newMarker(),
    requests: {
      update: ignored,
      permission: refused,
      elicitation: refused,
      completed: ignored,
      extension: ignored,
    },
    lend: refused,
    ask: refused,
    unheard: ignored,
    onProcess,
    onLine: (line) => logger.info('agent', { agent, line }),
  });
  void session.end().catch(report);
  return session.agent.authMethods ?? [];
}
