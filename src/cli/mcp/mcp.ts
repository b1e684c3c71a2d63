import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { dataDirOf } from '../data-dir.ts';
import { McpBridge } from './mcp-bridge.ts';

export type McpOptions = { dataDir?: string; workspace?: string };

/** `parley mcp`: MCP over standard input and output, bridged to the running companion. */
export async function runMcp({ dataDir, workspace }: McpOptions): Promise<void> {
  await new McpBridge({
    client: new StdioServerTransport(),
    dataDir: dataDirOf(dataDir),
    folder: resolve(workspace ?? process.cwd()),
    caller: randomUUID(),
    patienceMs: 30_000,
  }).run();
}
