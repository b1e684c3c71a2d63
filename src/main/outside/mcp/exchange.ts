import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestEnd } from '../presence.ts';

/** For each connection, stops listening for a reset on behalf of its previous exchange. */
const stopListening = new WeakMap<Socket, () => void>();

/**
 * The HTTP exchange of a request, or of a batch of them. The answers it tracks are complete once all of the
 * response went out, and lost where the connection ended before, or was reset with them unread.
 */
export class Exchange {
  readonly #tracked = new Set<RequestEnd>();

  constructor({ socket }: IncomingMessage, response: ServerResponse) {
    stopListening.get(socket)?.();
    response.once('finish', () => {
      for (const answer of this.#tracked) answer.complete();
      this.#listenForReset(socket);
    });
    response.once('close', () => {
      if (!response.writableFinished) this.#lose();
    });
  }

  track(answer: RequestEnd): void {
    this.#tracked.add(answer);
  }

  #lose(): void {
    for (const answer of this.#tracked) answer.lose();
  }

  /** Loses the answers where the client let go of its connection before it read them, which resets it. */
  #listenForReset(socket: Socket): void {
    const onClose = (wasReset: boolean) => {
      if (wasReset) this.#lose();
    };
    socket.once('close', onClose);
    stopListening.set(socket, () => void socket.off('close', onClose));
  }
}
