import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
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
  const newServer = () => createMcpServer(parts);
  const sessions = createSessions(newServer, { maxBodyBytes, now: parts.now });
  const stateless = createMcpHandler(newServer, {
    legacy: 'reject',
    responseMode: 'sse',
    maxRequestBodySize: maxBodyBytes,
  });
  const handle = toNodeHandler(
    {
      async fetch(request, options) {
        const isOfSessions = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes });
        return isOfSessions ? sessions.fetch(request) : stateless.fetch(request, options);
      },
    },
    { maxRequestBodySize: maxBodyBytes, onerror: parts.report },
  );
  return {
    handle: (request, response) => handle(request, response),
    close: async () => void (await Promise.allSettled([sessions.close(), stateless.close()])),
  };
}
