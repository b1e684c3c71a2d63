import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { ParleyClient } from '../../shared/contract/contract.ts';
import { announcedCompanion } from './announced-companion.ts';

/** A connection to the running companion. `closed` resolves when it is over, whoever ended it. */
export type CompanionLink = { client: ParleyClient; closed: Promise<void>; close(): void };

/** Longer than a live companion takes to accept a connection. */
const patienceMs = 10_000;

/** Connects to the companion of the data folder; undefined where none answers. */
export async function connectCompanion(dataDir: string): Promise<CompanionLink | undefined> {
  const companion = await announcedCompanion(dataDir);
  if (companion === undefined) return undefined;
  const socket = new WebSocket(`${companion.url.replace(/^http/, 'ws')}/rpc`, {
    headers: { authorization: `Bearer ${companion.token}` },
    handshakeTimeout: patienceMs,
    perMessageDeflate: false,
  });
  socket.binaryType = 'arraybuffer';
  const closed = new Promise<void>((over) => socket.once('close', () => over()));
  // An error is followed by `close`, which is handled.
  socket.on('error', () => undefined);
  const opened = new Promise<boolean>((settle) => {
    socket.once('open', () => settle(true));
    socket.once('close', () => settle(false));
  });
  if (!(await opened)) return undefined;
  const client: ParleyClient = createORPCClient(new RPCLink({ websocket: socket }));
  return { client, closed, close: () => socket.close() };
}
