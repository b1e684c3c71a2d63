import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { companionFileName, companionFileSchema } from '../../src/shared/host/companion-file.ts';
import {
  type CallOptions,
  connectMcp,
  type Endpoint,
  type Generation,
} from '../../test/main/outside/mcp-clients.ts';
import { projectRoot } from './hosts.ts';
import type { Parley } from './parley.ts';

export type McpClient = {
  toolNames(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<string[]>;
  close(): Promise<void>;
};

type Place = Pick<Parley, 'dataDir' | 'workspaceDir'>;

/** The official client of a generation on the command `parley mcp`. */
export const bridged = (generation: Generation, place: Place, name?: string): Promise<McpClient> =>
  connect(generation, command(place), name);

/** The official client of a generation on the address of the running Parley. */
export const overHttp = async (generation: Generation, place: Place, name?: string): Promise<McpClient> =>
  connect(generation, await announced(place), name);

async function connect(
  generation: Generation,
  endpoint: Endpoint,
  name = 'codex-mcp-client',
): Promise<McpClient> {
  const client = await connectMcp(generation, endpoint, { name });
  return {
    toolNames: async () => (await client.tools()).map((tool) => tool.name),
    call: async (tool, args, options) => textsIn(await client.call(tool, args, options)),
    close: () => client.close(),
  };
}

function command({ dataDir, workspaceDir: cwd }: Place): Endpoint {
  const path = process.env['PATH'] ?? '';
  return {
    command: join(projectRoot, 'out/cli/parley.js'),
    args: ['mcp', '--data-dir', dataDir],
    cwd,
    env: { PATH: path },
  };
}

async function announced({ dataDir }: Place): Promise<Endpoint> {
  const file: unknown = JSON.parse(await readFile(join(dataDir, companionFileName), 'utf8'));
  const { mcpUrl, token } = companionFileSchema.parse(file);
  return { url: mcpUrl, token };
}

function textsIn({ content }: { content?: unknown }): string[] {
  const entries: unknown[] = Array.isArray(content) ? content : [];
  return entries.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'text' in entry ? [String(entry.text)] : [],
  );
}
