import type { McpServer } from '@agentclientprotocol/sdk';
import { connectMcp, type Generation } from '../../outside/mcp-clients.ts';

/** Connects to the server with the tools that Parley injects into an agent. */
export function connectInjected(servers: readonly McpServer[], generation: Generation = '2025') {
  const [server] = servers;
  if (server === undefined || !('url' in server)) throw new Error('No tool is injected.');
  const token = (server.headers[0]?.value ?? '').replace('Bearer ', '');
  return connectMcp(generation, { url: server.url, token }, { name: 'scripted' });
}

/** Lists those tools, which Gemini CLI 0.61.0 and OpenCode 1.18.33 do before a session has begun. */
export async function loadTools(servers: readonly McpServer[], generation?: Generation): Promise<void> {
  if (servers.length === 0) return;
  const client = await connectInjected(servers, generation);
  await client.tools();
  await client.close();
}
