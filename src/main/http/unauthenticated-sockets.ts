import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Connections that may be open without having shown a credential. Those of a person's own programs are among
 * them until their first request is read, so a burst of them must fit.
 */
const maxUnauthenticated = 1_000;

/** The time that a refused client has to close its side, in milliseconds. */
const closeTimeoutMs = 1_000;

/** The connections of a server that have shown no credential yet. Of too many the oldest is dropped. */
export class UnauthenticatedSockets {
  readonly #sockets = new Set<Duplex>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      const [oldest] = this.#sockets;
      if (this.#sockets.size > maxUnauthenticated) oldest?.destroy();
    });
  }

  /** Keeps a connection that has shown a credential. */
  admit(socket: Duplex): void {
    this.#sockets.delete(socket);
  }
}

/**
 * Sends a last answer and closes the connection for certain: a client that neither reads nor ends its
 * side would otherwise keep it. It is read until then, for unread bytes would reset the answer away.
 */
export function closeWith(socket: Duplex, answer: string): void {
  const timer = setTimeout(() => socket.destroy(), closeTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(answer);
}
