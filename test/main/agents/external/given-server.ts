import type { McpServer } from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

/** Starts or reaches an MCP server that an agent was given, by MCP's own library, and returns the result of a tool. */
export async function callGiven(server: McpServer, tool: string, input: unknown): Promise<string> {
  const client = new Client({ name: 'scripted', version: '1' });
  await client.connect(transportTo(server));
  const args = z.record(z.string(), z.unknown()).parse(input);
  const { content } = await client.callTool({ name: tool, arguments: args });
  await client.close();
  return JSON.stringify(content);
}

function transportTo(server: McpServer) {
  if ('command' in server) {
    const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
    return new StdioClientTransport({ command: server.command, args: server.args, env });
  }
  if (!('url' in server)) throw new Error('This server is reached in no way that is known.');
  const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
  return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } });
}
