import { randomUUID } from 'node:crypto';
import {
  isJSONRPCNotification,
  type McpServer,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ClientRequests } from './client-requests.ts';

/** More clients than one person has. The least recently used session is closed first; its cards wait on. */
const mostSessions = 500;

type Session = { transport: SessionTransport; server: McpServer; usedAt: number };

export type Sessions = { fetch(request: Request): Promise<Response>; close(): Promise<void> };

/**
 * Clients of the 2025 era: each has a session, for a cancellation comes as a request of its own.
 * Sessions are kept in memory; after a restart a client gets 404 and starts another.
 */
export function createSessions(
  newServer: () => McpServer,
  { maxBodyBytes, requests, now }: { maxBodyBytes: number; requests: ClientRequests; now: () => number },
): Sessions {
  const sessions = new Map<string, Session>();

  function closeLeastUsed(): void {
    if (sessions.size < mostSessions) return;
    const [leastUsed] = [...sessions].toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    if (leastUsed === undefined) return;
    sessions.delete(leastUsed[0]);
    void leastUsed[1].server.close();
  }

  async function begin(): Promise<Session> {
    closeLeastUsed();
    const server = newServer();
    const transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const session: Session = { transport, server, usedAt: now() };
    await server.connect(transport);
    readCancellations(transport, requests);
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

/** Reads cancellations before the server does, which handles those of unanswered calls only. */
function readCancellations(transport: SessionTransport, requests: ClientRequests): void {
  const { onmessage: pass } = transport;
  const onmessage: typeof pass = (message, extra) => {
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const { data } = cancellation.safeParse(message.params);
      if (data && transport.sessionId) requests.cancelled(transport.sessionId, data.requestId, data.reason);
    }
    pass?.(message, extra);
  };
  Object.assign(transport, { onmessage });
}

/** Returns the answer of the specification to a session that is over; the client starts another. */
function noSuchSession(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
