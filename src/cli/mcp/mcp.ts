import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { dataDirOf } from '../data-dir.ts';
import { ownVersion } from '../package-file.ts';
import { startCommand } from '../start/start-command.ts';
import { McpBridge } from './mcp-bridge.ts';
import { OfferedTools } from './offered-tools.ts';
import { ParleyStart } from './parley-start.ts';

export type McpOptions = { dataDir?: string; workspace?: string; start?: boolean; browser?: boolean };

/** `parley mcp`: MCP over standard input and output, bridged to the running companion. */
export async function runMcp(options: McpOptions): Promise<void> {
  const dataDir = dataDirOf(options.dataDir);
  const startArgs = [
    ...(options.dataDir === undefined ? [] : ['--data-dir', dataDir]),
    ...(options.browser ? ['--browser'] : []),
  ];
  await new McpBridge({
    client: new StdioServerTransport(),
    dataDir,
    folder: resolve(options.workspace ?? process.cwd()),
    caller: randomUUID(),
    tools: new OfferedTools(dataDir),
    version: ownVersion(),
    command: startCommand(dataDir),
    start: options.start ? new ParleyStart(startArgs) : undefined,
  }).run();
}
