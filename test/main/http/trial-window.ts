import { once } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { ParleyClient } from '../../../src/shared/contract/contract.ts';

export type TrialWindow = {
  client: ParleyClient;
  /** Calls a procedure by its names with an input that need not fit. */
  call(path: readonly string[], input: unknown): Promise<unknown>;
  close(): void;
};

/** A connection that is let in by the printed address. */
export function openSocket(address: string): WebSocket {
  const { host, searchParams } = new URL(address);
  const authorization = `Bearer ${searchParams.get('token')}`;
  return new WebSocket(`ws://${host}/rpc`, { headers: { authorization } });
}

/** A window without a page: calls the contract over a real WebSocket. */
export async function openWindow(address: string): Promise<TrialWindow> {
  const socket = openSocket(address);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const link = new RPCLink({ websocket: socket });
  return {
    client: createORPCClient(link),
    call: (path, input) => link.call([...path], input, { context: {} }),
    close: () => socket.terminate(),
  };
}
