import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest, type McpServer } from '@modelcontextprotocol/server';
import { callerHeader } from '../../../shared/host/companion-file.ts';
import { ClientRequests } from './client-requests.ts';
import { Exchange } from './exchange.ts';
import { createMcpServer, type McpParts } from './mcp-server.ts';
import { createSessions } from './sessions.ts';

/** MCP over HTTP; callers are checked before. */
export type McpEndpoint = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

export type McpEndpointParts = McpParts & { now: () => number };

/** More than any question needs; a longer body is answered with 413. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Streamable HTTP for clients of both eras: sessions of 2025, and the stateless revision 2026-07-28. */
export function createMcpEndpoint(parts: McpEndpointParts): McpEndpoint {
  const requests = new ClientRequests();
  const newServer = () => createMcpServer(parts, requests);
  const sessions = createSessions(newServer, { maxBodyBytes, requests, now: parts.now });
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
        { maxRequestBodySize: maxBodyBytes, onerror: parts.report },
      );
      await handler(incoming, response);
    },
    close: async () => void (await Promise.allSettled([sessions.close(), stateless.close()])),
  };
}

/** Handles a cancellation that comes to a server without a session, which is then the server's only request. */
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
