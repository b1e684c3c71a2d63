import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentProcess } from '../programs/agent-process.ts';
import type { ExternalDeps } from '../external-deps.ts';
import type { AgentProgram } from '../programs/launch.ts';
import type { AgentSession } from './session.ts';
import { startSession } from './start-session.ts';

/** Returns a folder with nothing in it that an agent could run, for one that is started outside chats. */
export function emptyFolder({ dataDir }: Pick<ExternalDeps, 'dataDir'>): string {
  const folder = join(dataDir, 'sign-in');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

const refused = () => Promise.reject(new Error('This can only be asked in a chat.'));

type StartDeps = Pick<ExternalDeps, 'sessions' | 'newMarker' | 'patience' | 'version'> & {
  onProcess: (process: AgentProcess) => void;
  onLine: (line: string) => void;
  onNotified?: (method: string, params: unknown) => void;
};

/** Starts an agent that no chat asks for, without a session. Throws AgentFailure. */
export function startOutsideChats(program: AgentProgram, deps: StartDeps): Promise<AgentSession> {
  const { sessions, newMarker, onNotified, ...given } = deps;
  const ignored = () => undefined;
  return startSession({
    ...given,
    program,
    store: sessions,
    marker: newMarker(),
    handlers: {
      update: ignored,
      permission: refused,
      elicitation: refused,
      completed: ignored,
      extension: ignored,
      ...(onNotified !== undefined && { notified: onNotified }),
    },
    inject: refused,
    channel: { ask: refused, undelivered: ignored },
  });
}
