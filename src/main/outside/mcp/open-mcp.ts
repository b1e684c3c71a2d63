import type { McpEndpoint, McpEndpointParts } from './mcp-endpoint.ts';

/** Opens the MCP endpoint; its libraries load only then. */
export async function openMcp(parts: McpEndpointParts): Promise<McpEndpoint> {
  const { createMcpEndpoint } = await import('./mcp-endpoint.ts');
  return createMcpEndpoint(parts);
}
