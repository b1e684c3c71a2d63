import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Client, Transport } from '@modelcontextprotocol/client';
import { fillVariables, type ServerEntry, type ServerReach } from '../../shared/mcp-servers/servers-file.ts';
import type { StartTimer } from '../clock.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { HttpTransport } from './http-transport.ts';
import type { OrphanedProcesses } from '../commands/orphaned-processes.ts';
import { ServerConnection, type WantedTransport } from './server-connection.ts';
import { idOf } from './server-id.ts';
import { ServerUnusable } from './server-unusable.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSignIn } from './sign-in/server-sign-in.ts';
import type { SignIns } from './sign-in/callback-listener.ts';
import { SseTransport } from './sse-transport.ts';
import { StdioTransport } from './stdio-transport.ts';

/**
 * A server of a file; `folder` is null for the person's own. `identity` identifies how it is reached. One that is off
 * is never started.
 */
export type Server = {
  id: string;
  name: string;
  folder: string | null;
  isOff: boolean;
  reach: ServerReach;
  identity: string;
  connection: ServerConnection;
  /** Undefined where nobody signs in. */
  signIn: ServerSignIn | undefined;
};

export type ServerDeps = {
  dataDir: string;
  /** Where the person's own servers run; the data folder if it does not exist. */
  home: string;
  shell: Pick<PersonShell, 'program' | 'environment'>;
  /** Registers what a server may ask of the client. */
  prepare?: ((client: Client, server: Server) => void) | undefined;
  version: string;
  newMarker: () => string;
  orphaned: OrphanedProcesses;
  signIns: SignIns;
  after: StartTimer;
  now: () => number;
};

/** An entry of a file, as the person has switched it. */
export type SwitchedEntry = ServerEntry & { isOff: boolean };

/** Makes a server of an entry; it is started by its first use. `onChange` is called when its state has changed. */
export function makeServer(
  folder: string | null,
  { name, reach, isOff }: SwitchedEntry,
  onChange: () => void,
  deps: ServerDeps,
): Server {
  const { dataDir, home, shell, prepare, version, newMarker, orphaned, signIns, after, now } = deps;
  const [id, identity] = [idOf(folder, name), identityOf(reach)];
  const onSignedIn = () => connection.restart().catch(() => {});
  const about = { name, onChange, onSignedIn };
  const signIn = signsIn(reach) ? signIns.of(id, identity, about) : undefined;
  const cwd = placeOf(folder, home, dataDir);
  const connection: ServerConnection = new ServerConnection({
    open: (log, transport) => openServer(reach, { cwd, shell, newMarker, orphaned, signIn, log, transport }),
    transport: reach.type === 'address' && reach.transport === 'sse' ? 'sse' : 'newest',
    prepare: (client) => prepare?.(client, server),
    signIn,
    version,
    onChange,
    now,
    after,
  });
  const server = { id, name, folder, isOff, reach, identity, connection, signIn };
  return server;
}

/** Identifies a way to reach a server. */
export function identityOf(reach: ServerReach): string {
  return createHash('sha256').update(JSON.stringify(reach)).digest('hex');
}

/** True for a server at an address, unless its headers have an authorization. */
function signsIn(reach: ServerReach): boolean {
  return (
    reach.type === 'address' &&
    !Object.keys(reach.headers).some((name) => name.toLowerCase() === 'authorization')
  );
}

type OpenServerDeps = {
  /** Where a command runs. */
  cwd: string;
  shell: Pick<PersonShell, 'program' | 'environment'>;
  newMarker: () => string;
  orphaned: Pick<OrphanedProcesses, 'add' | 'remove'>;
  /** Undefined where nobody signs in. */
  signIn: ServerSignIn | undefined;
  log: ServerLog;
  transport: WantedTransport;
};

/** Makes an unopened transport, with the variables of the entry filled in. */
async function openServer(reach: ServerReach, deps: OpenServerDeps): Promise<Transport> {
  const environment = new Map(Object.entries(await deps.shell.environment([])));
  const missing = new Set<string>();
  const fill = (text: string): string => {
    const filled = fillVariables(text, (name) => environment.get(name));
    for (const name of filled.missing) missing.add(name);
    return filled.text;
  };
  const fillAll = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  switch (reach.type) {
    case 'command': {
      const { cwd, shell, newMarker, orphaned, log } = deps;
      const argv = [reach.command, ...reach.args].map(fill);
      const env = fillAll(reach.env);
      refuseMissing(missing);
      const program = await shell.program({ type: 'argv', argv });
      const marker = newMarker();
      orphaned.add(marker);
      return new StdioTransport({
        program: { ...program, env: { ...program.env, ...env } },
        cwd,
        marker,
        onLog: (text) => log.write(text),
        onEnd: () => orphaned.remove(marker),
      });
    }
    case 'address': {
      const address = fill(reach.url);
      const headers = fillAll(reach.headers);
      const client = reach.oauth && {
        clientId: fill(reach.oauth.clientId),
        clientSecret: reach.oauth.clientSecret && fill(reach.oauth.clientSecret),
      };
      refuseMissing(missing);
      if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
        throw new ServerUnusable('Its address is none that begins with https:// or http://.');
      const url = new URL(address);
      deps.signIn?.at(url, client, reach.oauth?.callbackPort);
      const options = {
        requestInit: { headers },
        fetch: deps.signIn?.tokens.fetch ?? boundedFetch,
        redirectPolicy: 'same-origin' as const,
        authProvider: deps.signIn?.tokens,
      };
      return deps.transport === 'sse' ? new SseTransport(url, options) : new HttpTransport(url, options);
    }
  }
}

/** Returns where a command runs: in its folder, else in the person's home, else in the data folder. */
function placeOf(folder: string | null, home: string, dataDir: string): string {
  return folder ?? (existsSync(home) ? home : dataDir);
}

function refuseMissing(missing: ReadonlySet<string>): void {
  if (missing.size === 0) return;
  throw new ServerUnusable(
    `It needs ${[...missing].join(', ')}, which is not set, or is a key that servers don’t get.`,
  );
}
