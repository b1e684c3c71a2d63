import { once } from 'node:events';
import type { Server } from 'node:http';
import { errorCode, messageOf } from '../../shared/thrown-error.ts';

/** The requested port: exactly one, any free one, or the one used last if it happens to be free. */
export type RequestedPort =
  | { kind: 'exactly'; port: number }
  | { kind: 'any' }
  | { kind: 'preferably'; port: number };

/** The port is not available; the message explains to a person why, and what to do. */
export class CannotListen extends Error {}

/** Listens on 127.0.0.1 and returns the port. Throws CannotListen. */
export async function listen(server: Server, requested: RequestedPort): Promise<number> {
  switch (requested.kind) {
    case 'exactly':
      return tryPort(server, requested.port);
    case 'any':
      return tryPort(server, 0);
    case 'preferably':
      return tryPort(server, requested.port).catch(() => tryPort(server, 0));
  }
}

async function tryPort(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw new CannotListen(listenProblem(error, port), { cause: error });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function listenProblem(error: unknown, port: number): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Choose another with --port, or --port 0 for any free one.`;
  if (code === 'EACCES')
    return `Port ${port} is not allowed for this account. Choose one above 1023 with --port.`;
  return `Parley cannot listen on 127.0.0.1 (${messageOf(error)}).`;
}

/**
 * Returns a function that stops listening and drops every connection. Call it before the server
 * listens: of upgraded connections the server itself keeps no list.
 */
export function closerOf(server: Server): () => Promise<void> {
  const upgraded = new Set<{ destroy(): void }>();
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
  });
  return async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
    await closed;
  };
}
