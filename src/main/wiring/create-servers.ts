import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import type { Expanded } from '../mcp-servers/chat-offers.ts';
import type { McpServers } from '../mcp-servers/mcp-servers.ts';
import { ServerChanges } from '../mcp-servers/server-changes.ts';
import type { ToolSource } from '../tools/tool.ts';
import type { Loaded, ServersWiring } from './load-servers.ts';
import type { Platform } from './platform.ts';

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
  const servers = async () => (await load()).servers;
  const hasOwn = () => existsSync(join(dataDir, 'mcp.json'));
  const isUsed = (folder: string) =>
    loaded !== undefined || hasOwn() || existsSync(join(folder, '.mcp.json'));
  async function refresh(): Promise<void> {
    const folders = new Set(wiring.chat.workspaces.list().map(({ folder }) => folder));
    const used = [...folders].filter(isUsed);
    if (used.length === 0 && !hasOwn()) return;
    const all = await servers();
    await all.of(null);
    for (const folder of used) await all.of(folder);
  }
  return {
    source: toolSource(isUsed, load),
    overview: () => overview,
    /** Reads the files of all folders of chats again. */
    refresh,
    offers: async (folder: string) =>
      isUsed(folder) ? (await load()).offers.list(folder) : { prompts: [], resources: [], isComplete: true },
    async expand(folder: string, text: string, before?: MessageCommand): Promise<Expanded> {
      if (!isUsed(folder) || !mayOffer.test(text)) return { ok: true, command: before };
      return (await load()).offers.expand(folder, text, before);
    },
    /** Returns the servers of a folder that external agents get too. */
    shared: async (folder: string) => (isUsed(folder) ? (await load()).shared(folder) : []),
    details: async (id: string) => (await loaded)?.servers.details(id) ?? null,
    restart: async (id: string) => (await loaded)?.servers.restart(id),
    changes: createChanges(wiring.platform, refresh, servers),
    signIn: async (id: string) => (await loaded)?.servers.beginSignIn(id),
    cancelSignIn: async (id: string) => (await loaded)?.servers.cancelSignIn(id),
    signOut: async (id: string) => (await loaded)?.servers.signOut(id),
    /** Ends what a Parley that was killed left, and waits on for who had gone to sign in. */
    recover(): void {
      if (existsSync(signIns)) refresh().catch(report);
      if (existsSync(join(dataDir, 'mcp-servers.running')))
        servers()
          .then((all) => all.endOrphaned())
          .catch(report);
    },
    async close(): Promise<void> {
      await (await loaded)?.servers.close();
    },
  };
}

function createChanges(
  { options, stores, emit }: Platform,
  refresh: () => Promise<void>,
  servers: () => Promise<McpServers>,
): ServerChanges {
  return new ServerChanges({
    dataDir: options.dataDir,
    settings: stores.settings,
    onSettings: (settings) => emit({ type: 'settings-changed', settings }),
    refresh,
    servers,
  });
}

/** Returns the tools of the servers that a folder uses. */
function toolSource(isUsed: (folder: string) => boolean, load: () => Promise<Loaded>): ToolSource {
  return {
    tools: async (chat) => (isUsed(chat.folder) ? (await load()).tools.tools(chat) : []),
    find: async (name, chat) => (isUsed(chat.folder) ? (await load()).tools.find(name, chat) : undefined),
  };
}
