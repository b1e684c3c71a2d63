import { randomUUID } from 'node:crypto';
import {
  isJSONRPCNotification,
  type McpServer,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ClientLines } from './client-lines.ts';

/** More clients than one person has. The one that was quiet longest goes first: what it waits for waits on. */
const mostSessions = 500;

type Session = { transport: SessionTransport; server: McpServer; usedAt: number };

export type Sessions = { fetch(request: Request): Promise<Response>; close(): Promise<void> };

/**
 * Clients of the 2025 era: each has a session, for a cancellation comes as a request of its own.
 * Sessions are kept in memory; after a restart a client gets 404 and begins another.
 */
export function createSessions(
  newServer: () => McpServer,
  { maxBodyBytes, lines, now }: { maxBodyBytes: number; lines: ClientLines; now: () => number },
): Sessions {
  const sessions = new Map<string, Session>();

  function forgetQuietest(): void {
    if (sessions.size < mostSessions) return;
    const [quietest] = [...sessions].toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    if (quietest === undefined) return;
    sessions.delete(quietest[0]);
    void quietest[1].server.close();
  }

  async function begin(): Promise<Session> {
    forgetQuietest();
    const server = newServer();
    const transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const session: Session = { transport, server, usedAt: now() };
    await server.connect(transport);
    noteCancellations(transport, lines);
    return session;
  }

  return {
    async fetch(request) {
      const id = request.headers.get('mcp-session-id');
      const session = id === null ? await begin() : sessions.get(id);
      if (session === undefined) return noSuchSession();
      session.usedAt = now();
      return session.transport.handleRequest(request);
    },
    async close() {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.allSettled(all.map(({ server }) => server.close()));
    },
  };
}

const cancellation = z.object({
  requestId: z.union([z.string(), z.number()]),
  reason: z.string().optional(),
});

/** Reads cancellations before the server does, which knows only of calls that are not answered. */
function noteCancellations(transport: SessionTransport, lines: ClientLines): void {
  const { onmessage: pass } = transport;
  const onmessage: typeof pass = (message, extra) => {
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const { data } = cancellation.safeParse(message.params);
      if (data && transport.sessionId) lines.cancelled(transport.sessionId, data.requestId, data.reason);
    }
    pass?.(message, extra);
  };
  Object.assign(transport, { onmessage });
}

/** What the specification answers to a session that is over; the client begins another. */
function noSuchSession(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
