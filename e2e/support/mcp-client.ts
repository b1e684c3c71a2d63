import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransport2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { companionFileName, companionFileSchema } from '../../src/shared/host/companion-file.ts';
import { projectRoot } from './hosts.ts';
import type { Parley } from './parley.ts';

/** Milliseconds, and whether progress begins them anew. */
export type Patience = { timeout: number; onprogress?: () => void; resetTimeoutOnProgress?: boolean };

export type McpClient = {
  toolNames(): Promise<string[]>;
  /** Calls a tool; resolves to the texts of its result. */
  call(name: string, args: Record<string, unknown>, patience?: Patience): Promise<string[]>;
  close(): Promise<void>;
};

type Place = Pick<Parley, 'dataDir' | 'workspaceDir'>;
type Connect = (place: Place, name?: string) => Promise<McpClient>;

/** The official client of each generation on the command `parley mcp`. */
export const bridged: Readonly<Record<'2025' | '2026', Connect>> = {
  '2025': (place, name) => client2025(new StdioTransport2025(command(place)), name),
  '2026': (place, name) => client2026(new StdioClientTransport(command(place)), name),
};

/** The official client of each generation on the address of the running Parley. */
export const overHttp: Readonly<Record<'2025' | '2026', Connect>> = {
  async '2025'(place, name) {
    const { url, requestInit } = await endpoint(place);
    return client2025(new HttpTransport2025(url, { requestInit }), name);
  },
  async '2026'(place, name) {
    const { url, requestInit } = await endpoint(place);
    return client2026(new StreamableHTTPClientTransport(url, { requestInit }), name);
  },
};

async function client2025(
  transport: Parameters<Client2025['connect']>[0],
  name = 'codex',
): Promise<McpClient> {
  const client = new Client2025({ name, version: '1.0' });
  await client.connect(transport);
  return {
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, args, patience) =>
      textsIn(await client.callTool({ name: tool, arguments: args }, undefined, patience)),
    close: () => client.close(),
  };
}

async function client2026(transport: Parameters<Client['connect']>[0], name = 'codex'): Promise<McpClient> {
  const client = new Client(
    { name, version: '2.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(transport);
  return {
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, args, patience) =>
      textsIn(await client.callTool({ name: tool, arguments: args }, patience)),
    close: () => client.close(),
  };
}

function command({ dataDir, workspaceDir: cwd }: Place) {
  const path = process.env['PATH'] ?? '';
  return {
    command: join(projectRoot, 'out/cli/parley.js'),
    args: ['mcp', '--data-dir', dataDir],
    cwd,
    env: { PATH: path },
  };
}

async function endpoint({ dataDir }: Place) {
  const announced: unknown = JSON.parse(await readFile(join(dataDir, companionFileName), 'utf8'));
  const { mcpUrl, token } = companionFileSchema.parse(announced);
  return { url: new URL(mcpUrl), requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

function textsIn(result: Record<string, unknown>): string[] {
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  return content.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'text' in entry ? [String(entry.text)] : [],
  );
}
