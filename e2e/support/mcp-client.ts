import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransport2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { projectRoot } from './hosts.ts';
import type { Parley } from './parley.ts';

export type McpClient = {
  toolNames(): Promise<string[]>;
  /** Calls a tool; resolves to the texts of its result. */
  call(name: string, args: Record<string, unknown>): Promise<string[]>;
  close(): Promise<void>;
};

/** The official client of each generation on the command `parley mcp`. */
export const bridged: Readonly<Record<'2025' | '2026', (parley: Parley) => Promise<McpClient>>> = {
  async '2025'(parley) {
    const client = new Client2025({ name: 'codex', version: '1.0' });
    await client.connect(new StdioTransport2025(command(parley)));
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => textsIn(await client.callTool({ name, arguments: args })),
      close: () => client.close(),
    };
  },
  async '2026'(parley) {
    const client = new Client(
      { name: 'codex', version: '2.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StdioClientTransport(command(parley)));
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => textsIn(await client.callTool({ name, arguments: args })),
      close: () => client.close(),
    };
  },
};

function command({ dataDir, workspaceDir: cwd }: Parley) {
  const path = process.env['PATH'] ?? '';
  return {
    command: join(projectRoot, 'out/cli/parley.js'),
    args: ['mcp', '--data-dir', dataDir],
    cwd,
    env: { PATH: path },
  };
}

function textsIn(result: Record<string, unknown>): string[] {
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  return content.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'text' in entry ? [String(entry.text)] : [],
  );
}
