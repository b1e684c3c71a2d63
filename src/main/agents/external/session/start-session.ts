import type { Beside } from '../asking/beside-protocol.ts';
import { HostedSession, type SessionParts } from './session.ts';

export type StartParts = SessionParts & Beside;

/** Starts an agent, with the door by which it asks where it has one. Throws HostedFailure. */
export async function startSession(parts: StartParts): Promise<HostedSession> {
  switch (parts.program.door) {
    case undefined:
      return HostedSession.start(parts);
    case 'opencode': {
      const { startOpenCode } = await import('../vendors/opencode.ts');
      return startOpenCode(parts);
    }
  }
}
