import { z } from 'zod';
import { attachmentIdSchema, type ImageAttachment } from '../../../shared/transcript/attachment.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { SentImage } from '../../mcp-servers/call-result.ts';
import type { McpServers } from '../../mcp-servers/mcp-servers.ts';
import type { Server } from '../../mcp-servers/server.ts';
import { toolNames } from '../../mcp-servers/tool-names.ts';
import type { AttachmentStore } from '../../storage/attachment-store.ts';
import { offeredSchema } from './server-schema.ts';
import {
  callServerTool,
  isUpToDate,
  type KeptImages,
  type OfferedTool,
  serverTool,
  type ServerToolDeps,
  descriptionOf,
} from './server-tool.ts';
import { signInTool } from './sign-in-tool.ts';
import { type AgentTool, type ToolChat, toolOf, type ToolSource } from '../tool.ts';

/** The most server tools that a request carries; with more, the model gets a search. */
const mostOffered = 40;

/**
 * How long servers get to start before a request goes out without them, and before a call of theirs fails;
 * milliseconds.
 */
const requestPatience = 10_000;
const callPatience = 60_000;

/**
 * The tools of the MCP servers that a chat may use. In Plan mode only those that their server calls read-only;
 * that is the server's word, so each call asks in both modes.
 */
export class ServerTools implements ToolSource {
  readonly #servers: McpServers;
  readonly #deps: ServerToolDeps;

  constructor(servers: McpServers, deps: ServerToolDeps) {
    this.#servers = servers;
    this.#deps = deps;
  }

  async tools(chat: ToolChat): Promise<readonly AgentTool[]> {
    const found = await this.#found(chat, requestPatience);
    const servers = await this.#servers.of(chat.folder);
    const signIns = Array.from(signInNames(servers)).flatMap(([name, server]) =>
      server.connection.state().type === 'sign-in' ? [signInTool(name, server, this.#deps)] : [],
    );
    if (found.size > mostOffered) return [...signIns, ...createToolSearch(found, this.#deps)];
    return [...signIns, ...Array.from(found, ([name, offered]) => serverTool(name, offered, this.#deps))];
  }

  async find(name: string, chat: ToolChat): Promise<AgentTool | undefined> {
    const found = await this.#found(chat, callPatience);
    const offered = found.get(name);
    if (offered !== undefined) return serverTool(name, offered, this.#deps);
    const servers = await this.#servers.of(chat.folder);
    const server = signInNames(servers).get(name);
    if (server !== undefined) return signInTool(name, server, this.#deps);
    return createToolSearch(found, this.#deps).find((tool) => tool.name === name);
  }

  async #found({ folder, mode }: ToolChat, patience: number): Promise<Map<string, OfferedTool>> {
    const servers = await this.#servers.of(folder);
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

/** Returns the names of the sign-in tools, with their servers. */
function signInNames(servers: readonly Server[]): Map<string, Server> {
  const possible = servers.filter(({ signIn }) => signIn !== undefined);
  const named = toolNames(possible.map((of) => ({ server: of.name, tool: 'sign_in', of })));
  return new Map(Array.from(named, ([name, { of }]) => [name, of] as const));
}

/** Waits until it is known whether a server can be used, at most `patience` since it began to start. */
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

/** The most tools that one search returns, and the most text of them, in characters. */
const mostFound = 10;
const longestFound = 30_000;

const searchName = 'search_server_tools';

/** The two tools by which a model finds and calls server tools, where there are too many to offer them all. */
function createToolSearch(tools: ReadonlyMap<string, OfferedTool>, deps: ServerToolDeps): AgentTool[] {
  const servers = [...new Set(Array.from(tools.values(), ({ server }) => server.name))].join(', ');
  return [
    toolOf({
      name: searchName,
      kind: 'plain',
      description: `Find tools of the MCP servers (${servers}), of which there are ${tools.size}: returns the best ${mostFound} with their input. Call one of them with call_server_tool. Not for files of the folder, which list_files and search_files find.`,
      inputSchema: z.object({
        query: z.string().min(1).max(500).describe('What the tool should do, in a few words'),
      }),
      run: async ({ query }) => ({ ok: true, text: foundText(findTools(tools, query)) }),
    }),
    toolOf({
      name: 'call_server_tool',
      kind: 'plain',
      description: `Call a tool that ${searchName} found, by its whole name. The person is asked first.`,
      inputSchema: z.object({
        name: z.string().describe('The name as it was found'),
        input: z.record(z.string(), z.unknown()).optional().describe('The tool’s own input'),
      }),
      async run({ name, input }, context) {
        const offered = tools.get(name);
        if (offered === undefined)
          return { ok: false, text: `There is no tool called ${name}. Find one with ${searchName}.` };
        return callServerTool(offered, input ?? {}, context, deps);
      },
    }),
  ];
}

/** Returns the tools that match most words of a query, matches in names first. */
function findTools(tools: ReadonlyMap<string, OfferedTool>, query: string): [string, OfferedTool][] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const scored = Array.from(tools, (entry) => {
    const name = entry[0].toLowerCase();
    const text = descriptionOf(entry[1].tool).toLowerCase();
    const score = words.reduce(
      (sum, word) => sum + (name.includes(word) ? 3 : text.includes(word) ? 1 : 0),
      0,
    );
    return { entry, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostFound)
    .map(({ entry }) => entry);
}

function foundText(found: readonly [string, OfferedTool][]): string {
  if (found.length === 0) return 'No tool has these words. Try others.';
  let text = '';
  for (const [name, { tool }] of found) {
    const about = JSON.stringify({
      name,
      description: descriptionOf(tool),
      input: offeredSchema(tool.inputSchema),
    });
    if (text.length + about.length > longestFound) continue;
    text += `${about}\n`;
  }
  return text.trimEnd();
}

/**
 * Returns a function that stores the images of a result with the message of its call. What is not a complete
 * image is left out, with a line for the model.
 */
export function keepImages({ store, newId }: { store: AttachmentStore; newId: () => string }) {
  return async (
    { workspaceId, messageId }: ToolContext,
    images: readonly SentImage[],
  ): Promise<KeptImages> => {
    const { examineFile } = await import('../../chat/examine-file.ts');
    const kept: ImageAttachment[] = [];
    const problems: string[] = [];
    for (const [index, { data }] of images.entries()) {
      const name = `Image ${index + 1}`;
      const examined = examineFile(attachmentIdSchema.parse(newId()), name, data);
      if (!examined.ok || examined.attachment.kind !== 'image') {
        problems.push(`[${name} is left out: it is damaged, too large, or no image that can be shown]`);
        continue;
      }
      store.addTo(messageId, workspaceId, examined.attachment, data);
      kept.push(examined.attachment);
    }
    return { kept, problems };
  };
}
