import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Attending } from '../presence.ts';

/** What is still told of the last answer that went over a connection. */
const lastOver = new WeakMap<Socket, () => void>();

/**
 * The HTTP exchange of a request, or of a batch of them, which knows what became of the answers it
 * carried: `told` once all of it went out, `gone` where the connection ended before, or was reset with
 * them unread.
 */
export class Exchange {
  readonly #carried = new Set<Attending>();

  constructor({ socket }: IncomingMessage, response: ServerResponse) {
    lastOver.get(socket)?.();
    response.once('finish', () => {
      for (const answer of this.#carried) answer.told();
      this.#listenForReset(socket);
    });
    response.once('close', () => {
      if (!response.writableFinished) this.#lose();
    });
  }

  carry(answer: Attending): void {
    this.#carried.add(answer);
  }

  #lose(): void {
    for (const answer of this.#carried) answer.gone();
  }

  /** A client that let go of its connection before it read the answer has it reset. */
  #listenForReset(socket: Socket): void {
    const onClose = (wasReset: boolean) => {
      if (wasReset) this.#lose();
    };
    socket.once('close', onClose);
    lastOver.set(socket, () => void socket.off('close', onClose));
  }
}
