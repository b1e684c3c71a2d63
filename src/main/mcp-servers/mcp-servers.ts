import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import {
  fillVariables,
  parseServersFile,
  type ServerEntry,
  type ServerReach,
} from '../../shared/mcp-servers/servers-file.ts';
import type { ServerDetails, ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { serversFile } from '../trust/look-at-folder.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { LeftServers } from './left-servers.ts';
import { ServerConnection, ServerUnusable } from './server-connection.ts';
import type { ServerLog } from './server-log.ts';
import { StdioTransport } from './stdio-transport.ts';

/** The file of a data folder with the person's own servers. */
export const ownServersFile = 'mcp.json';

export type McpServersParts = {
  dataDir: string;
  /** Where the person's own servers run; in the data folder where there is no such folder. */
  home: string;
  trust: Pick<Trust, 'read' | 'subscribe'>;
  shell: Pick<PersonShell, 'program' | 'environment'>;
  /** Registers what a server may ask of the client. */
  prepare?: (client: Client, server: Server) => void;
  version: string;
  newMarker: () => string;
  /** Called when the list of servers or the state of one has changed. */
  onChange: (overview: ServersOverview) => void;
  report: (error: unknown) => void;
  now: () => number;
};

/** A server of a file; `folder` is null for the person's own. `identity` names how it is reached. */
export type Server = {
  id: string;
  name: string;
  folder: string | null;
  reach: ServerReach;
  identity: string;
  connection: ServerConnection;
};

type FileProblem = ServersOverview['problems'][number];

/** All MCP servers that chats may use: the person's own, and those of trusted folders. */
export class McpServers {
  readonly #parts: McpServersParts;
  readonly #left: LeftServers;
  readonly #servers = new Map<string, Server>();
  readonly #problems = new Map<string | null, FileProblem[]>();
  readonly #unsubscribe: () => void;
  #ready: Promise<void> | undefined;
  #closed = false;

  constructor(parts: McpServersParts) {
    this.#parts = parts;
    this.#left = new LeftServers(parts.dataDir);
    this.#unsubscribe = parts.trust.subscribe(({ folder, state }) => {
      if (state !== 'trusted') this.#take(folder, []);
    });
  }

  /**
   * Reads the files again and returns the servers that a chat on a folder may use, none of them started by this.
   * A server that a file no longer has is ended.
   */
  async of(folder: string | null): Promise<Server[]> {
    await this.endLeft();
    await this.#read(null, await readOwn(join(this.#parts.dataDir, ownServersFile)));
    if (folder !== null) await this.#read(folder, await this.#parts.trust.read(folder, serversFile));
    return [...this.#servers.values()].filter((server) => server.folder === null || server.folder === folder);
  }

  overview(): ServersOverview {
    const servers = Array.from(this.#servers.values(), ({ id, name, folder, reach, connection }) => ({
      id,
      name,
      folder,
      reach: shownReach(reach),
      state: connection.state(),
      tools: connection.tools().tools.length,
    }));
    return { servers, problems: [...this.#problems.values()].flat() };
  }

  /** Returns what a server offers and logged; undefined where there is none of this id. */
  details(id: string): ServerDetails | undefined {
    const server = this.#servers.get(id);
    if (server === undefined) return undefined;
    const { tools, leftOut } = server.connection.tools();
    return {
      tools: tools.map(({ name, description = '', annotations }) => ({
        name,
        description: description.slice(0, 2_000),
        saysReadOnly: annotations?.readOnlyHint === true,
      })),
      leftOut,
      log: server.connection.log.lines(),
    };
  }

  /** Ends a server and starts it at once; its state then says how that went. */
  async try(id: string): Promise<void> {
    await this.#servers
      .get(id)
      ?.connection.restart()
      .catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    await Promise.all([
      this.#ready,
      ...Array.from(this.#servers.values(), ({ connection }) => connection.retire()),
    ]);
  }

  /** Ends what a Parley that was killed left running; once. */
  endLeft(): Promise<void> {
    this.#ready ??= this.#left.end().catch((error: unknown) => this.#parts.report(error));
    return this.#ready;
  }

  async #read(folder: string | null, text: string | undefined): Promise<void> {
    const { servers, problems } = text === undefined ? { servers: [], problems: [] } : parseServersFile(text);
    const file = folder === null ? join(this.#parts.dataDir, ownServersFile) : join(folder, serversFile);
    this.#problems.set(
      folder,
      problems.map(({ name, problem }) => ({ file, entry: name, problem })),
    );
    if (!this.#closed) this.#take(folder, servers);
  }

  /** Puts the entries of a file in the place of those it had; one that stayed the same goes on. */
  #take(folder: string | null, entries: readonly ServerEntry[]): void {
    const before = JSON.stringify(this.overview());
    const ids = new Set(entries.map(({ name }) => idOf(folder, name)));
    for (const server of this.#servers.values())
      if (server.folder === folder && !ids.has(server.id)) this.#remove(server);
    for (const entry of entries) {
      const known = this.#servers.get(idOf(folder, entry.name));
      if (known?.identity === identityOf(entry.reach)) continue;
      if (known !== undefined) this.#remove(known);
      this.#servers.set(idOf(folder, entry.name), this.#made(folder, entry));
    }
    if (before !== JSON.stringify(this.overview())) this.#changed();
  }

  #remove(server: Server): void {
    this.#servers.delete(server.id);
    server.connection.retire().catch((error: unknown) => this.#parts.report(error));
  }

  #made(folder: string | null, { name, reach }: ServerEntry): Server {
    const { version, now, prepare } = this.#parts;
    const connection: ServerConnection = new ServerConnection({
      open: (log) => this.#open(folder, reach, log),
      prepare: (client) => prepare?.(client, server),
      version,
      onChange: () => this.#changed(),
      now,
    });
    const server = { id: idOf(folder, name), name, folder, reach, identity: identityOf(reach), connection };
    return server;
  }

  #changed(): void {
    if (!this.#closed) this.#parts.onChange(this.overview());
  }

  async #open(folder: string | null, reach: ServerReach, log: ServerLog): Promise<Transport> {
    const { shell, home, newMarker } = this.#parts;
    const environment = await shell.environment([]);
    const missing = new Set<string>();
    const fill = (text: string): string => {
      const filled = fillVariables(text, (name) => environment[name]);
      for (const name of filled.missing) missing.add(name);
      return filled.text;
    };
    const fillAll = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
    switch (reach.type) {
      case 'command': {
        const argv = [reach.command, ...reach.args].map(fill);
        const env = fillAll(reach.env);
        refuseMissing(missing);
        const program = await shell.program({ type: 'argv', argv });
        const marker = newMarker();
        this.#left.add(marker);
        const transport = new StdioTransport({
          program: { ...program, env: { ...program.env, ...env } },
          cwd: folder ?? (existsSync(home) ? home : this.#parts.dataDir),
          marker,
          onLog: (text) => log.write(text),
          onEnd: () => this.#left.remove(marker),
        });
        return transport;
      }
      case 'address': {
        const address = fill(reach.url);
        const headers = fillAll(reach.headers);
        refuseMissing(missing);
        if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
          throw new ServerUnusable('Its address is none that begins with https:// or http://.');
        return new StreamableHTTPClientTransport(new URL(address), {
          requestInit: { headers },
          fetch: boundedFetch,
          redirectPolicy: 'same-origin',
        });
      }
    }
  }
}

function refuseMissing(missing: ReadonlySet<string>): void {
  if (missing.size === 0) return;
  throw new ServerUnusable(
    `It needs ${[...missing].join(', ')}, which is not set, or is a key that servers don’t get.`,
  );
}

async function readOwn(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

function idOf(folder: string | null, name: string): string {
  return JSON.stringify([folder, name]);
}

function identityOf(reach: ServerReach): string {
  return createHash('sha256').update(JSON.stringify(reach)).digest('hex');
}

/** Returns how a server is reached, as its file has it. */
function shownReach(reach: ServerReach): string {
  return reach.type === 'address' ? reach.url : [reach.command, ...reach.args].join(' ');
}
