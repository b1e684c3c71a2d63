import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import type { Expanded } from '../mcp-servers/chat-offers.ts';
import type { ToolSource } from '../tools/tool.ts';
import type { Loaded, ServersWiring } from './load-servers.ts';

/** A text that may begin with a prompt of a server, or mention a resource of one. */
const mayOffer = /^\/[^\s/:]+:|@[^\s:]+:/u;

/** Makes what runs the MCP servers that chats use; all of it loads once a file names one. */
export function createServers(wiring: ServersWiring) {
  const { options, emit, report } = wiring.platform;
  const { dataDir } = options;
  let overview: ServersOverview = { servers: [], problems: [] };
  let loaded: Promise<Loaded> | undefined;
  const onChange = (changed: ServersOverview) => {
    overview = changed;
    emit({ type: 'servers-changed', servers: changed });
  };
  const signIns = join(dataDir, 'sign-ins.json');
  const load = () =>
    (loaded ??= import('./load-servers.ts').then(({ loadServers }) =>
      loadServers(wiring, { signIns, onChange }),
    ));
  const named = (folder: string) =>
    existsSync(join(dataDir, 'mcp.json')) || existsSync(join(folder, '.mcp.json'));
  const isUsed = (folder: string) => loaded !== undefined || named(folder);
  const source = toolSource(isUsed, load);
  async function refresh(): Promise<void> {
    const folders = new Set(wiring.chat.workspaces.list().map(({ folder }) => folder));
    const used = [...folders].filter(isUsed);
    if (used.length === 0 && !existsSync(join(dataDir, 'mcp.json'))) return;
    const { servers } = await load();
    await servers.of(null);
    for (const folder of used) await servers.of(folder);
  }
  const endOrphaned = async () => (await load()).servers.endOrphaned();
  return {
    source,
    overview: () => overview,
    /** The person's own file of servers. */
    file: join(dataDir, 'mcp.json'),
    /** Reads the files of all folders of chats again. */
    refresh,
    offers: async (folder: string) =>
      isUsed(folder) ? (await load()).offers.list(folder) : { prompts: [], resources: [], isComplete: true },
    async expand(folder: string, text: string, before?: MessageCommand): Promise<Expanded> {
      if (!isUsed(folder) || !mayOffer.test(text)) return { ok: true, command: before };
      return (await load()).offers.expand(folder, text, before);
    },
    details: async (id: string) => (await loaded)?.servers.details(id) ?? null,
    retry: async (id: string) => (await loaded)?.servers.try(id),
    async start(names: readonly string[]): Promise<void> {
      const added = overview.servers.filter(({ folder, name }) => folder === null && names.includes(name));
      const { servers } = await load();
      await Promise.all(added.map(({ id }) => servers.try(id)));
    },
    signIn: async (id: string) => (await loaded)?.servers.beginSignIn(id),
    cancelSignIn: async (id: string) => (await loaded)?.servers.cancelSignIn(id),
    signOut: async (id: string) => (await loaded)?.servers.signOut(id),
    /** Ends what a Parley that was killed left, and waits on for who had gone to sign in. */
    recover(): void {
      if (existsSync(signIns)) refresh().catch(report);
      if (existsSync(join(dataDir, 'mcp-servers.running'))) endOrphaned().catch(report);
    },
    async close(): Promise<void> {
      await (await loaded)?.servers.close();
    },
  };
}

/** Returns the tools of the servers that a folder uses. */
function toolSource(isUsed: (folder: string) => boolean, load: () => Promise<Loaded>): ToolSource {
  return {
    tools: async (chat) => (isUsed(chat.folder) ? (await load()).tools.tools(chat) : []),
    find: async (name, chat) => (isUsed(chat.folder) ? (await load()).tools.find(name, chat) : undefined),
  };
}
