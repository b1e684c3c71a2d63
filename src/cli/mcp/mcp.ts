import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { resolveDataDir } from '../../shared/host/data-dir.ts';
import { dataDirOf } from '../data-dir.ts';
import { ownVersion, packageFile } from '../package-file.ts';
import { McpBridge } from './mcp-bridge.ts';
import { OfferedTools } from './offered-tools.ts';
import { ParleyStart } from './parley-start.ts';

/** Returns the command line that starts Parley on a data folder, to be pasted into a terminal. */
function startCommand(dataDir: string): string {
  const { platform, env } = process;
  const elsewhere = { ...env, PARLEY_DATA_DIR: undefined };
  const usual = resolve(resolveDataDir({ asked: undefined, env: elsewhere, platform, home: homedir() }));
  const words = ['node', fileURLToPath(packageFile('out/cli/parley.js'))];
  if (dataDir !== usual) words.push('--data-dir', dataDir);
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}

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
