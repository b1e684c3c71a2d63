import { createHash } from 'node:crypto';
import type { SharedServer } from '../../../mcp-servers/shared-servers.ts';
import type { Initialized } from '../protocol.schema.ts';
import type { KeptSession } from './kept-session.ts';

type Pair = { name: string; value: string };

/** An MCP server in the form in which a session is begun with it. */
export type SessionServer =
  | { name: string; command: string; args: string[]; env: Pair[] }
  | { type: 'http' | 'sse'; name: string; url: string; headers: Pair[] };

/**
 * The person's MCP servers with which a session was begun: what the agent got, and what of theirs it did not get, with the
 * reason. `version` changes when any of it, or what was chosen about it, does; it is empty for none.
 */
export type HandedServers = {
  servers: SessionServer[];
  left: { name: string; problem: string }[];
  version: string;
};

export const noServers: HandedServers = { servers: [], left: [], version: '' };

/** Returns what an agent gets of the servers that are shared with it, by what it says it can take. */
export function handedServers(
  shared: readonly SharedServer[],
  { agentCapabilities }: Initialized,
): HandedServers {
  const can = agentCapabilities?.mcpCapabilities ?? {};
  const handed: HandedServers = { servers: [], left: [], version: versionOf(shared) };
  for (const server of shared) {
    const { name } = server;
    switch (server.type) {
      case 'command':
        handed.servers.push({ name, command: server.command, args: server.args, env: pairs(server.env) });
        break;
      case 'http':
      case 'sse':
        if (can[server.type] === true)
          handed.servers.push({ type: server.type, name, url: server.url, headers: pairs(server.headers) });
        else handed.left.push({ name, problem: 'it takes no server that is reached so' });
        break;
      case 'unusable':
        handed.left.push({ name, problem: server.problem });
    }
  }
  return handed;
}

function pairs(from: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(from).map(([name, value]) => ({ name, value }));
}

function versionOf(shared: readonly SharedServer[]): string {
  if (shared.length === 0) return '';
  return createHash('sha256')
    .update(JSON.stringify(shared.map(({ version }) => version)))
    .digest('hex');
}

type NotesOf = {
  /** The agent's name for people. */
  name: string;
  kept: KeptSession;
  shared: () => Promise<SharedServer[]>;
};

/** Says in a chat which of the person's MCP servers its agent got, and that a change of them is still to come. */
export class ServerNotes {
  readonly #of: NotesOf;
  /** The version that the change was to that was told last. */
  #toldChange: string | undefined;

  constructor(of: NotesOf) {
    this.#of = of;
  }

  /** Returns what is to be said now of the servers of a running session; undefined for nothing new. */
  async next(handed: HandedServers): Promise<string | undefined> {
    const { name, kept, shared } = this.#of;
    if (handed.version !== kept.read().facts.servers) {
      kept.noteFacts({ servers: handed.version });
      return givenText(name, handed);
    }
    const version = versionOf(await shared());
    if (version === handed.version || version === this.#toldChange) return undefined;
    this.#toldChange = version;
    return (
      `What ${name} gets of your MCP servers has changed. That holds from its next session: in a new chat, ` +
      'or here once it is started again'
    );
  }
}

function givenText(name: string, { servers, left }: HandedServers): string {
  const given = servers.map((server) => server.name);
  const what = given.length === 1 ? 'your MCP server' : 'your MCP servers';
  const got =
    given.length === 0
      ? `${name} was given none of your MCP servers`
      : `${name} was given ${what} ${new Intl.ListFormat('en').format(given)}`;
  return [got, ...left.map((one) => `${one.name} is not among them: ${one.problem}`)].join('. ');
}
