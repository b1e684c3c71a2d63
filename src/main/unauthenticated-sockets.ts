import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Connections that may be open without having shown a credential. Those of a person's own programs are among
 * them until their first request is read, so a burst of them must fit.
 */
const maxUnauthenticated = 1_000;

export type UnauthenticatedSockets = {
  /** Keeps a connection that has shown a credential. */
  admit(socket: Duplex): void;
};

/** Bounds the connections of a server that have shown no credential yet: of too many the oldest is dropped. */
export function boundUnauthenticated(server: Server): UnauthenticatedSockets {
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const [oldest] = sockets;
    if (sockets.size > maxUnauthenticated) oldest?.destroy();
  });
  return { admit: (socket) => void sockets.delete(socket) };
}
