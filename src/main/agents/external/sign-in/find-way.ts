import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentProcess } from '../programs/agent-process.ts';
import type { HostedParts } from '../hosted-parts.ts';
import { programFor } from '../programs/launch.ts';
import type { HostedProgram } from '../programs/presets.ts';
import { type TerminalProgram, terminalProgram } from './sign-in.ts';
import type { AuthMethod } from '../protocol/initialized.schema.ts';
import { startSession } from '../session/start-session.ts';

type WayParts = HostedParts & {
  /** Called with the process of the agent as soon as it is started. */
  onProcess: (process: AgentProcess) => void;
};

/** The agent by the name that chats store, the id of a way to sign in, and the folder of its chat where it is of one. */
type WayRequest = { agent: string; way: string; folder: string | undefined };

/**
 * Finds the program of a way to sign in that wants a terminal, by asking the agent; none where the agent has no such
 * way. Throws HostedFailure.
 */
export async function findWay(
  { agent, way, folder }: WayRequest,
  parts: WayParts,
): Promise<{ program: HostedProgram; found: TerminalProgram | undefined }> {
  const program = await programFor(agent.replace(/^acp\//, ''), folder ?? ownFolder(parts), parts);
  const methods = await fetchSignInWays(agent, program, parts);
  const found = methods
    .filter(({ id }) => id === way)
    .map((method) => terminalProgram(method, program.launch))
    .find((one) => one !== undefined);
  return { program, found };
}

/** A folder of its own, with nothing in it that an agent could run, for a sign-in that belongs to no chat. */
function ownFolder({ dataDir }: Pick<HostedParts, 'dataDir'>): string {
  const folder = join(dataDir, 'sign-in');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

const refused = () => Promise.reject(new Error('Nothing is asked outside of a chat.'));

/** Starts an agent without a session, and returns the ways to sign in that it names. Throws HostedFailure. */
async function fetchSignInWays(
  agent: string,
  program: HostedProgram,
  parts: WayParts,
): Promise<AuthMethod[]> {
  const { hosted, newMarker, patience, version, logger, report, onProcess } = parts;
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
