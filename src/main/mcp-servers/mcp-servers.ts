import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import {
  parseServersFile,
  type ServerEntry,
  type ServerReach,
} from '../../shared/mcp-servers/servers-file.ts';
import type { ServerDetails, ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { readLink } from '../forms/read-link.ts';
import type { SecretFile } from '../keys/key-store.ts';
import type { StartTimer } from '../questions/ask-timeouts.ts';
import { serversFile } from '../trust/look-at-folder.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import { LeftServers } from './left-servers.ts';
import { openServer, placeOf } from './open-server.ts';
import { ServerConnection } from './server-connection.ts';
import { revokeGrant } from './sign-in/revoke-grant.ts';
import type { ServerSignIn, SignInWait } from './sign-in/server-sign-in.ts';
import { SignIns } from './sign-in/sign-ins.ts';

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
  /** Where what servers grant is kept. */
  secrets: SecretFile<string>;
  after: StartTimer;
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
  /** Who Parley is to it; undefined where nobody signs in. */
  signIn: ServerSignIn | undefined;
};

/** Milliseconds that Settings wait for a person to come back from a sign in. */
const signInPatience = 15 * 60_000;

type FileProblem = ServersOverview['problems'][number];

/** All MCP servers that chats may use: the person's own, and those of trusted folders. */
export class McpServers {
  readonly #parts: McpServersParts;
  readonly #left: LeftServers;
  readonly #servers = new Map<string, Server>();
  readonly #problems = new Map<string | null, FileProblem[]>();
  readonly #unsubscribe: () => void;
  readonly #signIns: SignIns;
  /** The sign ins that Settings waits for, by server. */
  readonly #waits = new Map<string, SignInWait>();
  #ready: Promise<void> | undefined;
  #closed = false;

  constructor(parts: McpServersParts) {
    this.#parts = parts;
    this.#left = new LeftServers(parts.dataDir);
    this.#signIns = new SignIns({ ...parts, file: parts.secrets });
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
    const servers = Array.from(this.#servers.values(), ({ id, name, folder, reach, connection, signIn }) => {
      const address = signIn?.address();
      return {
        id,
        name,
        folder,
        reach: shownReach(reach),
        state: connection.state(),
        tools: connection.tools().tools.length,
        signedIn: signIn?.isSignedIn() === true,
        signIn: address === undefined ? null : readAddress(address),
      };
    });
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

  /** Begins to sign in to a server, which its info then says; rejects where there is no way to. */
  async beginSignIn(id: string): Promise<void> {
    const { signIn } = this.#servers.get(id) ?? {};
    if (signIn === undefined || this.#waits.has(id)) return;
    const wait = await signIn.begin();
    const callOff = this.#parts.after(signInPatience, () => this.cancelSignIn(id));
    this.#waits.set(id, wait);
    void wait.ended.then(() => {
      callOff();
      this.#waits.delete(id);
    });
  }

  /** Ends the wait that `beginSignIn` began. */
  cancelSignIn(id: string): void {
    this.#waits.get(id)?.leave();
    this.#waits.delete(id);
  }

  /**
   * Forgets who one is to a server, and ends the connection that it had for that. Returns what is left to do, for a
   * person, where the server did not take back what it had granted.
   */
  async signOut(id: string): Promise<string | undefined> {
    const { signIn, connection, name } = this.#servers.get(id) ?? {};
    const grant = await signIn?.signOut();
    await connection?.close();
    const problem = grant && (await revokeGrant(grant));
    return (
      problem &&
      `Parley has forgotten its access to ${name}, but the server did not end it: ${problem}. You can remove Parley in your account there.`
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    await this.#signIns.close();
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
    if (server.signIn !== undefined) this.#signIns.leave(server.signIn);
    server.connection.retire().catch((error: unknown) => this.#parts.report(error));
  }

  #made(folder: string | null, { name, reach }: ServerEntry): Server {
    const { version, now, prepare, home, dataDir } = this.#parts;
    const [id, identity] = [idOf(folder, name), identityOf(reach)];
    const onChange = () => this.#changed();
    const onSignedIn = () => connection.restart().catch(() => {});
    const about = { name, onChange, onSignedIn };
    const signIn = signsIn(reach) ? this.#signIns.of(id, identity, about) : undefined;
    const cwd = placeOf(folder, home, dataDir);
    const connection: ServerConnection = new ServerConnection({
      open: (log) => openServer(reach, { ...this.#parts, left: this.#left, cwd, signIn, log }),
      prepare: (client) => prepare?.(client, server),
      signIn,
      version,
      onChange,
      now,
    });
    const server = { id, name, folder, reach, identity, connection, signIn };
    return server;
  }

  #changed(): void {
    if (!this.#closed) this.#parts.onChange(this.overview());
  }
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

/** True for a server at an address, unless its headers say already who one is. */
function signsIn(reach: ServerReach): boolean {
  return (
    reach.type === 'address' &&
    !Object.keys(reach.headers).some((name) => name.toLowerCase() === 'authorization')
  );
}

function readAddress(address: string): ServersOverview['servers'][number]['signIn'] {
  const read = readLink(address);
  return read.type === 'link' ? read : null;
}
