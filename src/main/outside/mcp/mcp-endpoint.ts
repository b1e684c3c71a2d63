import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest, type McpServer } from '@modelcontextprotocol/server';
import { callerHeader } from '../../../shared/host/companion-file.ts';
import { ClientLines } from './client-lines.ts';
import { Exchange } from './exchange.ts';
import { createMcpServer, type McpParts } from './mcp-server.ts';
import { createSessions } from './sessions.ts';

/** Speaks MCP over HTTP; every request has been let in before. */
export type McpEndpoint = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

export type McpEndpointParts = McpParts & { now: () => number };

/** More than any question needs; a longer body is answered with 413. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Streamable HTTP for clients of both eras: sessions of 2025, and the stateless revision 2026-07-28. */
export function createMcpEndpoint(parts: McpEndpointParts): McpEndpoint {
  const lines = new ClientLines();
  const newServer = () => createMcpServer(parts, lines);
  const sessions = createSessions(newServer, { maxBodyBytes, lines, now: parts.now });
  const stateless = createMcpHandler(
    ({ requestInfo }) => hearingCancellations(newServer(), requestInfo?.headers.get(callerHeader), lines),
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
            lines.came(request, exchange);
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

/** A server for one request without a session hears a cancellation only where that is the request. */
function hearingCancellations(
  mcp: McpServer,
  caller: string | null | undefined,
  lines: ClientLines,
): McpServer {
  if (caller)
    mcp.server.setNotificationHandler('notifications/cancelled', ({ params: { requestId, reason } }) => {
      if (requestId !== undefined) lines.cancelled(caller, requestId, reason);
    });
  return mcp;
}
