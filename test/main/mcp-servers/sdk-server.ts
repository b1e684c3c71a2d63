import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

type SdkServerOptions = {
  tools: readonly Record<string, unknown>[];
  /** Answers a call; what it returns goes out unchecked. */
  call?: (name: string, input: Record<string, unknown>) => Record<string, unknown>;
};

const anyTool = z.looseObject({
  name: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
});
const anyResult = z.custom<CallToolResult>(() => true);

/** A server over HTTP by MCP's own library (its low-level `Server`, which checks nothing of what its handlers return). */
export async function startSdkServer({ tools, call = () => ({ content: [] }) }: SdkServerOptions) {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const listed = z.array(anyTool).parse(tools);
  const host = await startHost(async (request, response) => {
    const server = new Server({ name: 'sdk', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
    server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input = {} } }) => {
      calls.push({ name, input });
      return anyResult.parse(call(name, input));
    });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  });
  return { url: `${host}/mcp`, calls };
}

/** Serves on loopback until the test has finished; returns the origin. */
export async function startHost(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const host = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  const { port } = z.object({ port: z.number() }).parse(host.address());
  return `http://127.0.0.1:${port}`;
}
