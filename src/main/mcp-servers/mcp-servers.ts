import { join } from 'node:path';
import type { Settings } from '../../shared/contract/settings.ts';
import type { ServerDetails, ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import { parseServersFile, type ServerReach } from '../../shared/mcp-servers/servers-file.ts';
import type { StartTimer } from '../clock.ts';
import { readLink } from '../forms/read-link.ts';
import { readDataFile } from '../storage/data-file.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import { serversFile } from '../trust/look-at-folder.ts';
import type { OrphanedProcesses } from '../commands/orphaned-processes.ts';
import { idOf } from './server-id.ts';
import { identityOf, type Server, type SwitchedEntry } from './server.ts';
import { secretsOf, sharingOf } from './shared-servers.ts';
import { SignInWaits } from './sign-in/server-sign-in.ts';
import type { SignIns } from './sign-in/callback-listener.ts';
import { signOut } from './sign-in/server-tokens.ts';

type McpServersDeps = {
  dataDir: string;
  trust: Pick<Trust, 'read' | 'subscribe'>;
  /** Returns the names of a folder's servers that the person has switched off. */
  switchedOff: (folder: string) => readonly string[];
  /** Returns which servers external agents get too, by id. */
  sharing: () => Settings['serversForAgents'];
  makeServer: (folder: string | null, entry: SwitchedEntry, onChange: () => void) => Server;
  signIns: SignIns;
  /** The servers that an earlier process of Parley started and did not end. */
  orphaned: OrphanedProcesses;
  /** Called when the list of servers or the state of one has changed. */
  onChange: (overview: ServersOverview) => void;
  report: (error: unknown) => void;
  after: StartTimer;
};

/** All MCP servers for chats: the person's own, and those of trusted folders. */
export class McpServers {
  readonly #deps: McpServersDeps;
  readonly #servers = new Map<string, Server>();
  readonly #problems = new Map<string | null, FileProblem[]>();
  readonly #unsubscribe: () => void;
  /** The sign ins that Settings waits for, by server. */
  readonly #waits: SignInWaits;
  /** What puts back the sign ins to removed servers, until Parley ends. */
  readonly #forgotten = new Map<string, () => Promise<void>>();
  #ready: Promise<void> | undefined;
  #closed = false;

  constructor(deps: McpServersDeps) {
    this.#deps = deps;
    this.#waits = new SignInWaits(deps.after);
    this.#unsubscribe = deps.trust.subscribe(({ folder, agent, state }) => {
      if (agent === null && state !== 'trusted') this.#take(folder, []);
    });
  }

  /**
   * Reads the files again and returns the servers for a chat on a folder, without starting any. Ends a server
   * that was removed from its file.
   */
  async of(folder: string | null): Promise<Server[]> {
    await this.endOrphaned();
    await this.#read(null);
    if (folder !== null) await this.#read(folder);
    return [...this.#servers.values()].filter(
      (server) => !server.isOff && (server.folder === null || server.folder === folder),
    );
  }

  overview(): ServersOverview {
    const { dataDir, sharing } = this.#deps;
    const choices = sharing();
    const servers = Array.from(this.#servers.values(), (server) => shownServer(server, dataDir, choices));
    return { servers, problems: [...this.#problems.values()].flat() };
  }

  /** Returns what a server offers and logged; undefined for an unknown id. */
  details(id: string): ServerDetails | undefined {
    const server = this.#servers.get(id);
    return server === undefined ? undefined : detailsOf(server);
  }

  /** Returns how a server is reached, as a choice about it is stored; undefined for an unknown id. */
  identity(id: string): string | undefined {
    return this.#servers.get(id)?.identity;
  }

  /** Has windows show what was chosen anew. */
  chosen(): void {
    this.#changed();
  }

  /** Restarts a server at once, unless it is off; its state then says how that went. */
  async restart(id: string): Promise<void> {
    const server = this.#servers.get(id);
    if (server?.isOff === false) await server.connection.restart().catch(() => {});
  }

  /** Begins a sign in, which the server's info then shows; rejects where there is no way to sign in. */
  async beginSignIn(id: string): Promise<void> {
    const { signIn } = this.#servers.get(id) ?? {};
    if (signIn !== undefined) await this.#waits.begin(id, signIn);
  }

  /** Stops waiting for a sign in that `beginSignIn` began. */
  cancelSignIn(id: string): void {
    this.#waits.leave(id);
  }

  /** Signs out of a server; returns what is left to do, for a person. */
  async signOut(id: string): Promise<string | undefined> {
    const server = this.#servers.get(id);
    return server && (await signOut(server));
  }

  /** Removes what is stored of the sign in to a server that is being removed; `restoreSignIn` undoes that. */
  async forgetSignIn(id: string): Promise<void> {
    const { signIn } = this.#servers.get(id) ?? {};
    const grant = await signIn?.signOut();
    if (signIn === undefined || grant === undefined) this.#forgotten.delete(id);
    else this.#forgotten.set(id, () => signIn.tokens.keep(grant));
  }

  /** Stores the sign in to a removed server again, before its entry is read. */
  async restoreSignIn(id: string): Promise<void> {
    await this.#forgotten.get(id)?.();
    this.#forgotten.delete(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    await this.#deps.signIns.close();
    await Promise.all([
      this.#ready,
      ...Array.from(this.#servers.values(), ({ connection }) => connection.retire()),
    ]);
  }

  /** Ends orphaned servers of a killed Parley; once. */
  endOrphaned(): Promise<void> {
    this.#ready ??= this.#deps.orphaned.end().catch((error: unknown) => this.#deps.report(error));
    return this.#ready;
  }

  async #read(folder: string | null): Promise<void> {
    const { dataDir, trust, switchedOff } = this.#deps;
    const { servers, problems } = await readServers(folder, { dataDir, trust, switchedOff });
    this.#problems.set(folder, problems);
    if (!this.#closed) this.#take(folder, servers);
  }

  /** Replaces the entries of a file; a server whose entry did not change goes on. */
  #take(folder: string | null, entries: readonly SwitchedEntry[]): void {
    const before = JSON.stringify(this.overview());
    const ids = new Set(entries.map(({ name }) => idOf(folder, name)));
    for (const server of this.#servers.values())
      if (server.folder === folder && !ids.has(server.id)) this.#remove(server);
    for (const entry of entries) {
      const known = this.#servers.get(idOf(folder, entry.name));
      if (known?.identity === identityOf(entry.reach) && known.isOff === entry.isOff) continue;
      if (known !== undefined) this.#remove(known);
      this.#servers.set(
        idOf(folder, entry.name),
        this.#deps.makeServer(folder, entry, () => this.#changed()),
      );
    }
    if (before !== JSON.stringify(this.overview())) this.#changed();
  }

  #remove(server: Server): void {
    this.#servers.delete(server.id);
    if (server.signIn !== undefined) this.#deps.signIns.leave(server.signIn);
    server.connection.retire().catch((error: unknown) => this.#deps.report(error));
  }

  #changed(): void {
    if (!this.#closed) this.#deps.onChange(this.overview());
  }
}

/** Returns the file with the servers of a folder, or with the person's own for null. */
function fileOf(folder: string | null, dataDir: string): string {
  return folder === null ? join(dataDir, 'mcp.json') : join(folder, serversFile);
}

/** A problem of an entry or of the whole file. */
type FileProblem = ServersOverview['problems'][number];

type ReadFrom = {
  dataDir: string;
  trust: Pick<Trust, 'read'>;
  switchedOff: (folder: string) => readonly string[];
};

/** Reads the servers of a folder, or the person's own for null; empty without a file or trust. */
async function readServers(
  folder: string | null,
  { dataDir, trust, switchedOff }: ReadFrom,
): Promise<{ servers: readonly SwitchedEntry[]; problems: FileProblem[] }> {
  const file = fileOf(folder, dataDir);
  try {
    const text = folder === null ? readDataFile(file) : await trust.read(folder, serversFile);
    if (text === undefined) return { servers: [], problems: [] };
    const { servers, off, problems } = parseServersFile(text);
    const names = new Set(folder === null ? off.map(({ name }) => name) : switchedOff(folder));
    // What a folder's own file leaves out is not the person's to switch on.
    const listed = folder === null ? [...servers, ...off] : servers;
    const switched = listed.map((entry) => ({ ...entry, isOff: names.has(entry.name) }));
    return {
      servers: switched,
      problems: problems.map(({ name, problem }) => ({ file, entry: name, problem })),
    };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { servers: [], problems: [{ file, entry: null, problem: error.message }] };
  }
}

type Shown = ServersOverview['servers'][number];

/** Returns a server for the windows. */
function shownServer(server: Server, dataDir: string, choices: Settings['serversForAgents']): Shown {
  const { id, name, folder, isOff, reach, connection, signIn } = server;
  const address = signIn?.address();
  const { tools, leftOut, isCut } = connection.tools();
  return {
    id,
    name,
    folder,
    file: fileOf(folder, dataDir),
    reach: { type: reach.type, text: shownReach(reach) },
    state: isOff ? { type: 'off' } : connection.state(),
    tools: tools.length,
    hasMoreTools: leftOut > 0 || isCut,
    signedIn: signIn?.isSignedIn() === true,
    signIn: address === undefined ? null : readAddress(address),
    sharing: sharingOf(server, choices),
    secrets: secretsOf(server),
  };
}

/** Returns what a server offers and logged. */
function detailsOf({ connection }: Server): ServerDetails {
  const { tools, leftOut } = connection.tools();
  return {
    tools: tools.map(({ name, description = '', annotations }) => ({
      name,
      description: description.slice(0, 2_000),
      saysReadOnly: annotations?.readOnlyHint === true,
    })),
    leftOut,
    log: connection.log.lines(),
  };
}

/** Returns how a server is reached, as its file has it. */
function shownReach(reach: ServerReach): string {
  return reach.type === 'address' ? reach.url : [reach.command, ...reach.args].join(' ');
}

function readAddress(address: string): Shown['signIn'] {
  const read = readLink(address);
  return read.type === 'link' ? read : null;
}
