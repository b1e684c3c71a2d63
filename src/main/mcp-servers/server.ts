import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import type { ServerEntry, ServerReach } from '../../shared/mcp-servers/servers-file.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import type { LeftServers } from './left-servers.ts';
import { openServer, placeOf } from './open-server.ts';
import { ServerConnection } from './server-connection.ts';
import type { ServerSignIn } from './sign-in/server-sign-in.ts';
import type { SignIns } from './sign-in/sign-ins.ts';

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

export type ServerParts = {
  dataDir: string;
  /** The folder in which the person's own servers run; in the data folder where there is no such folder. */
  home: string;
  shell: Pick<PersonShell, 'program' | 'environment'>;
  /** Registers what a server may ask of the client. */
  prepare?: ((client: Client, server: Server) => void) | undefined;
  version: string;
  newMarker: () => string;
  now: () => number;
};

export type MakingParts = ServerParts & {
  left: LeftServers;
  signIns: SignIns;
  /** Called when the state of the server has changed. */
  onChange: () => void;
};

/** Makes a server of an entry; it is started by its first use. */
export function makeServer(folder: string | null, { name, reach }: ServerEntry, parts: MakingParts): Server {
  const { version, now, prepare, home, dataDir, signIns, onChange } = parts;
  const [id, identity] = [idOf(folder, name), identityOf(reach)];
  const onSignedIn = () => connection.restart().catch(() => {});
  const about = { name, onChange, onSignedIn };
  const signIn = signsIn(reach) ? signIns.of(id, identity, about) : undefined;
  const cwd = placeOf(folder, home, dataDir);
  const connection: ServerConnection = new ServerConnection({
    open: (log) => openServer(reach, { ...parts, cwd, signIn, log }),
    prepare: (client) => prepare?.(client, server),
    signIn,
    version,
    onChange,
    now,
  });
  const server = { id, name, folder, reach, identity, connection, signIn };
  return server;
}

/** Returns the id of a server of a file. */
export function idOf(folder: string | null, name: string): string {
  return JSON.stringify([folder, name]);
}

/** Returns what names a way to reach a server. */
export function identityOf(reach: ServerReach): string {
  return createHash('sha256').update(JSON.stringify(reach)).digest('hex');
}

/** True for a server at an address, unless its headers say already who one is. */
function signsIn(reach: ServerReach): boolean {
  return (
    reach.type === 'address' &&
    !Object.keys(reach.headers).some((name) => name.toLowerCase() === 'authorization')
  );
}
