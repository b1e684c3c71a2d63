import type { Client } from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import { createSecretFile } from '../keys/key-store.ts';
import { OrphanedProcesses } from '../commands/orphaned-processes.ts';
import { PersonShell } from '../commands/person-shell.ts';
import type { ChatOffers } from '../mcp-servers/chat-offers.ts';
import type { McpServers } from '../mcp-servers/mcp-servers.ts';
import type { Server } from '../mcp-servers/server.ts';
import type { SharedServer } from '../mcp-servers/shared-servers.ts';
import type { ServerTools } from '../tools/mcp/mcp-tools.ts';
import type { ChatServices } from './create-chat-services.ts';
import { keyVariables } from './create-shell.ts';
import type { WaitingServices } from './create-waiting.ts';
import type { Platform } from './platform.ts';

export type ServersWiring = { platform: Platform; chat: ChatServices; waiting: WaitingServices };

type Started = {
  /** The file with what servers granted. */
  signIns: string;
  onChange: (overview: ServersOverview) => void;
};

export type Loaded = {
  servers: McpServers;
  tools: ServerTools;
  offers: ChatOffers;
  /** Returns the servers of a folder that external agents get too. */
  shared: (folder: string) => Promise<SharedServer[]>;
};

/** Loads the code of MCP servers, and makes what holds their connections, their tools and their offers. */
export async function loadServers(wiring: ServersWiring, { signIns, onChange }: Started): Promise<Loaded> {
  const [
    { McpServers: Servers },
    { makeServer },
    { SignIns },
    { ServerTools: Tools, keepImages },
    { Elicitation },
    { ChatOffers: Offers },
    { sharedServers },
  ] = await Promise.all([
    import('../mcp-servers/mcp-servers.ts'),
    import('../mcp-servers/server.ts'),
    import('../mcp-servers/sign-in/callback-listener.ts'),
    import('../tools/mcp/mcp-tools.ts'),
    import('../tools/mcp/elicitation.ts'),
    import('../mcp-servers/chat-offers.ts'),
    import('../mcp-servers/shared-servers.ts'),
  ]);
  const { platform, chat, waiting } = wiring;
  const { options, stores, report, clock } = platform;
  const { dataDir, env, home = homedir(), version } = options;
  const { permissions, forms } = waiting;
  const { after, now } = clock;
  const { login } = chat;
  const shell = new PersonShell({ login, env, secrets: keyVariables, passed: () => [] });
  const elicitation = new Elicitation(forms);
  const orphaned = new OrphanedProcesses(join(dataDir, 'mcp-servers.running'));
  const file = createSecretFile(signIns, z.string(), options.keys?.seal);
  const serverDeps = {
    dataDir,
    home,
    shell,
    prepare: (client: Client, server: Server) => elicitation.prepare(client, server),
    version,
    newMarker: randomUUID,
    orphaned,
    signIns: new SignIns({ file, report, now }),
    after,
    now,
  };
  const servers = new Servers({
    dataDir,
    trust: chat.trust,
    switchedOff: (folder) => stores.settings.read().serversOff[folder] ?? [],
    sharing: () => stores.settings.read().serversForAgents,
    makeServer: (folder, entry, changed) => makeServer(folder, entry, changed, serverDeps),
    signIns: serverDeps.signIns,
    orphaned,
    onChange,
    report,
    after,
  });
  const kept = keepImages({ store: stores.attachments, newId: randomUUID });
  const tools = new Tools(servers, { permissions, forms, elicitation, after, keepImages: kept, now });
  const shared = async (folder: string) =>
    sharedServers(await servers.of(folder), { choices: stores.settings.read().serversForAgents, shell });
  return { servers, tools, offers: new Offers({ servers, newId: randomUUID, after }), shared };
}
