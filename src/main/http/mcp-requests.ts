import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpEndpoint } from '../outside/mcp/mcp-endpoint.ts';

/** The MCP endpoint as the server has it: its libraries load with the first request. */
export type McpRequests = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

export function createMcpRequests(open: () => Promise<McpEndpoint>): McpRequests {
  let opened: Promise<McpEndpoint> | undefined;
  return {
    handle: async (request, response) => (await (opened ??= open())).handle(request, response),
    close: async () => (await opened)?.close(),
  };
}
