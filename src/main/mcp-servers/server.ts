import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Client, Transport } from '@modelcontextprotocol/client';
import { fillVariables, type ServerEntry, type ServerReach } from '../../shared/mcp-servers/servers-file.ts';
import type { StartTimer } from '../clock.ts';
import type { Environment } from '../commands/command-environment.ts';
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
async function openServer(written: ServerReach, deps: OpenServerDeps): Promise<Transport> {
  const reach = filledReach(written, await deps.shell.environment([]));
  switch (reach.type) {
    case 'command': {
      const { cwd, shell, newMarker, orphaned, log } = deps;
      const { command, args, env } = reach;
      const program = await shell.program({ type: 'argv', argv: [command, ...args] });
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
      const url = new URL(reach.url);
      deps.signIn?.at(url, reach.oauth, reach.oauth?.callbackPort);
      const options = {
        requestInit: { headers: reach.headers },
        fetch: deps.signIn?.tokens.fetch ?? boundedFetch,
        redirectPolicy: 'same-origin' as const,
        authProvider: deps.signIn?.tokens,
      };
      return deps.transport === 'sse' ? new SseTransport(url, options) : new HttpTransport(url, options);
    }
  }
}

/**
 * Returns how a server is reached with the variables of its entry filled in. Throws ServerUnusable where one is not set, or an
 * address is none.
 */
export function filledReach(reach: ServerReach, environment: Environment): ServerReach {
  const variables = new Map(Object.entries(environment));
  const missing = new Set<string>();
  const fill = (text: string): string => {
    const filled = fillVariables(text, (name) => variables.get(name));
    for (const name of filled.missing) missing.add(name);
    return filled.text;
  };
  const fillAll = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  switch (reach.type) {
    case 'command': {
      const { command, args, env } = reach;
      const filled = { ...reach, command: fill(command), args: args.map(fill), env: fillAll(env) };
      refuseMissing(missing);
      return filled;
    }
    case 'address': {
      const { oauth } = reach;
      const client = oauth && {
        ...oauth,
        clientId: fill(oauth.clientId),
        clientSecret: oauth.clientSecret && fill(oauth.clientSecret),
      };
      const filled = { ...reach, url: fill(reach.url), headers: fillAll(reach.headers), oauth: client };
      refuseMissing(missing);
      if (!/^https?:\/\//i.test(filled.url) || !URL.canParse(filled.url))
        throw new ServerUnusable('Its address is none that begins with https:// or http://.');
      return filled;
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
