import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** An MCP server over HTTP of the protocol of 2026, with a tool `echo`. */
export function modernEcho() {
  const make = () => {
    const server = new McpServer({ name: 'far', version: '1' });
    server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({
      content: [{ type: 'text', text: `new ${text}` }],
    }));
    return server;
  };
  return toNodeHandler(createMcpHandler(make, { legacy: 'reject' }));
}

/** The same of the protocol of 2025: sessions, each with a server of its own. */
export function legacyEcho() {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const opened = async () => {
    const server = new OldServer({ name: 'far', version: '1' });
    server.registerTool('echo', { inputSchema: { text: z.string() } }, async ({ text }) => ({
      content: [{ type: 'text', text: `old ${text}` }],
    }));
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${sessions.size}`,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await server.connect(transport);
    return transport;
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    await (known ?? (await opened())).handleRequest(request, response);
  };
}
