import type { Client } from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { z } from 'zod';
import type { AppEvent } from '../../shared/contract/app-state.ts';
import type { ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import type { Forms } from '../forms/forms.ts';
import { createSecretFile, type Seal } from '../keys/key-store.ts';
import type { ReadLogin } from '../commands/login-environment.ts';
import { PersonShell } from '../commands/person-shell.ts';
import type { ChatOffers } from '../mcp-servers/chat-offers.ts';
import type { McpServers } from '../mcp-servers/mcp-servers.ts';
import type { Server } from '../mcp-servers/server.ts';
import type { Clock } from '../clock.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Stores } from '../storage/stores.ts';
import type { ServerTools } from '../tools/mcp-tools.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { keyVariables } from './create-commands.ts';

/** What the MCP servers of chats need. */
export type ServersWiring = Clock & {
  stores: Pick<Stores, 'attachments'>;
  dataDir: string;
  env: Record<string, string | undefined>;
  home: string | undefined;
  readLogin: ReadLogin | undefined;
  version: string;
  workspaces: Workspaces;
  trust: Trust;
  permissions: Permissions;
  forms: Forms;
  /** The means by which secrets are sealed. */
  seal: Seal | undefined;
  emit: (event: AppEvent) => void;
  report: (error: unknown) => string;
};

type Started = {
  /** The file with what servers granted. */
  signIns: string;
  onChange: (overview: ServersOverview) => void;
};

export type Loaded = { servers: McpServers; tools: ServerTools; offers: ChatOffers };

/** Loads the code of MCP servers, and makes what holds their connections, their tools and their offers. */
export async function loadServers(wiring: ServersWiring, { signIns, onChange }: Started): Promise<Loaded> {
  const { dataDir, env, home = homedir(), version, trust, permissions, forms, stores, seal, report } = wiring;
  const { after, now, readLogin } = wiring;
  const [
    { McpServers: Servers },
    { ServerTools: Tools },
    { keepImages },
    { Elicitation },
    { ChatOffers: Offers },
  ] = await Promise.all([
    import('../mcp-servers/mcp-servers.ts'),
    import('../tools/mcp-tools.ts'),
    import('../tools/mcp-tools.ts'),
    import('../tools/mcp-servers/elicitation.ts'),
    import('../mcp-servers/chat-offers.ts'),
  ]);
  const shell = new PersonShell({ env, secrets: keyVariables, passed: () => [], readLogin, report });
  const newMarker = randomUUID;
  const elicitation = new Elicitation(forms);
  const prepare = (client: Client, server: Server) => elicitation.prepare(client, server);
  const servers = new Servers({
    dataDir,
    home,
    trust,
    shell,
    prepare,
    version,
    newMarker,
    secrets: createSecretFile(signIns, z.string(), seal),
    after,
    onChange,
    report,
    now,
  });
  const kept = keepImages({ store: stores.attachments, newId: randomUUID });
  const tools = new Tools({ servers, permissions, forms, elicitation, after, keepImages: kept, now });
  return { servers, tools, offers: new Offers({ servers, newId: randomUUID, after }) };
}
