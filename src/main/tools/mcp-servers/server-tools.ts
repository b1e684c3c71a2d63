import type { McpServers } from '../../mcp-servers/mcp-servers.ts';
import type { Server } from '../../mcp-servers/server.ts';
import { toolNames } from '../../mcp-servers/tool-names.ts';
import type { AgentTool, ToolChat, ToolSource } from '../tool.ts';
import { isUpToDate, type OfferedTool, serverTool, type ServerToolParts } from './server-tool.ts';
import { signInTool } from './sign-in-tool.ts';
import { createToolSearch } from './tool-search.ts';

/** The most tools of servers that a request carries; more are found by a search. */
const mostOffered = 40;

/** The time that servers get to start before a request goes out without them, and before a call of theirs fails. */
const requestPatience = 10_000;
const callPatience = 60_000;

export type ServerToolsParts = ServerToolParts & { servers: McpServers };

/**
 * The tools of the MCP servers that a chat may use. In Plan mode those alone that their server calls read-only;
 * that is the server's word, and each call asks in both modes.
 */
export class ServerTools implements ToolSource {
  readonly #parts: ServerToolsParts;

  constructor(parts: ServerToolsParts) {
    this.#parts = parts;
  }

  async tools(chat: ToolChat): Promise<readonly AgentTool[]> {
    const found = await this.#found(chat, requestPatience);
    const servers = await this.#parts.servers.of(chat.folder);
    const signIns = Array.from(signInNames(servers)).flatMap(([name, server]) =>
      server.connection.state().type === 'sign-in' ? [signInTool(name, server, this.#parts)] : [],
    );
    if (found.size > mostOffered) return [...signIns, ...createToolSearch(found, this.#parts)];
    return [...signIns, ...Array.from(found, ([name, offered]) => serverTool(name, offered, this.#parts))];
  }

  async find(name: string, chat: ToolChat): Promise<AgentTool | undefined> {
    const found = await this.#found(chat, callPatience);
    const offered = found.get(name);
    if (offered !== undefined) return serverTool(name, offered, this.#parts);
    const servers = await this.#parts.servers.of(chat.folder);
    const server = signInNames(servers).get(name);
    if (server !== undefined) return signInTool(name, server, this.#parts);
    return createToolSearch(found, this.#parts).find((tool) => tool.name === name);
  }

  async #found({ folder, mode }: ToolChat, patience: number): Promise<Map<string, OfferedTool>> {
    const servers = await this.#parts.servers.of(folder);
    await Promise.all(servers.map((server) => started(server, patience)));
    const usable = await Promise.all(servers.map(isUpToDate));
    const all = servers.flatMap((server, index) =>
      server.connection.state().type === 'ready' && usable[index] === true
        ? server.connection.tools().tools.map((tool) => ({ server, tool }))
        : [],
    );
    const named = toolNames(
      all.map(({ server, tool }) => ({ server: server.name, tool: tool.name, of: { server, tool } })),
    );
    const offered = Array.from(named, ([name, { of }]) => [name, of] as const);
    return new Map(
      offered.filter(([, { tool }]) => mode === 'exec' || tool.annotations?.readOnlyHint === true),
    );
  }
}

/** Returns the names of the tools that sign in to those of the servers that people can sign in to. */
function signInNames(servers: readonly Server[]): Map<string, Server> {
  const possible = servers.filter(({ signIn }) => signIn !== undefined);
  const named = toolNames(possible.map((of) => ({ server: of.name, tool: 'sign_in', of })));
  return new Map(Array.from(named, ([name, { of }]) => [name, of] as const));
}

/** Waits until a server can be used or not, at most as long as it may have taken since it began to start. */
async function started({ connection }: Server, patience: number): Promise<void> {
  const left = patience - (connection.startingFor() ?? 0);
  const use = connection.use().then(
    () => {},
    () => {},
  );
  if (left <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, left);
  await Promise.race([use, promise]);
  clearTimeout(timer);
}
