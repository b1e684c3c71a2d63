import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isJSONRPCNotification,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { callerHeader } from '../../../shared/host/companion-file.ts';
import { ClientRequests } from './client-requests.ts';
import { Exchange } from './exchange.ts';
import { createMcpServer, type McpServerDeps } from './mcp-server.ts';

/** MCP over HTTP; access is checked before. */
export type McpEndpoint = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

export type McpEndpointDeps = McpServerDeps & { now: () => number };

/** More than any question needs; a longer body gets 413. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Streamable HTTP in both protocols: sessions of 2025, and the stateless revision 2026-07-28. */
export function createMcpEndpoint(deps: McpEndpointDeps): McpEndpoint {
  const requests = new ClientRequests();
  const newServer = () => createMcpServer(deps, requests);
  const sessions = createSessions(newServer, { maxBodyBytes, requests, now: deps.now });
  const stateless = createMcpHandler(
    ({ requestInfo }) => withCancellations(newServer(), requestInfo?.headers.get(callerHeader), requests),
    { legacy: 'reject', responseMode: 'sse', maxRequestBodySize: maxBodyBytes },
  );
  async function serve(request: Request, options: Parameters<typeof stateless.fetch>[1]): Promise<Response> {
    const isOfSessions = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes });
    return isOfSessions ? sessions.fetch(request) : stateless.fetch(request, options);
  }
  return {
    async handle(incoming, response) {
      const exchange = new Exchange(incoming, response);
      const handler = toNodeHandler(
        {
          fetch(request, options) {
            requests.came(request, exchange);
            return serve(request, options);
          },
        },
        { maxRequestBodySize: maxBodyBytes, onerror: deps.report },
      );
      await handler(incoming, response);
    },
    close: async () => void (await Promise.allSettled([sessions.close(), stateless.close()])),
  };
}

/** Handles a cancellation that reaches a server without a session, as its only request. */
function withCancellations(
  mcp: McpServer,
  caller: string | null | undefined,
  requests: ClientRequests,
): McpServer {
  if (caller)
    mcp.server.setNotificationHandler('notifications/cancelled', ({ params: { requestId, reason } }) => {
      if (requestId !== undefined) requests.cancelled(caller, requestId, reason);
    });
  return mcp;
}

/** More clients than one person has. The least recently used session is closed first; its cards wait on. */
const mostSessions = 500;

type Session = { transport: SessionTransport; server: McpServer; usedAt: number };

type Sessions = { fetch(request: Request): Promise<Response>; close(): Promise<void> };

/**
 * Clients of the 2025 protocol: each has a session, since a cancellation is a request of its own. Sessions are in
 * memory; after a restart a client gets 404 and starts another.
 */
function createSessions(
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

/** Reads cancellations before the server, which handles only those of unanswered calls. */
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

/** Returns the response that the specification has for a session that is over; the client starts another. */
function noSuchSession(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
