import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Attending } from '../questions/attendance.ts';

/** What is still told of the last answer that went over a connection. */
const lastOver = new WeakMap<Socket, () => void>();

/**
 * The HTTP exchange of one request, which knows what became of the answer it carried: `told` once all of
 * it went out, `gone` where the connection ended before, or was reset with the answer unread.
 */
export class Exchange {
  #carried: Attending | undefined;

  constructor({ socket }: IncomingMessage, response: ServerResponse) {
    lastOver.get(socket)?.();
    response.once('finish', () => {
      this.#carried?.told();
      this.#listenForReset(socket);
    });
    response.once('close', () => {
      if (!response.writableFinished) this.#carried?.gone();
    });
  }

  carry(answer: Attending): void {
    this.#carried = answer;
  }

  /** A client that let go of its connection before it read the answer has it reset. */
  #listenForReset(socket: Socket): void {
    const onClose = (wasReset: boolean) => {
      if (wasReset) this.#carried?.gone();
    };
    socket.once('close', onClose);
    lastOver.set(socket, () => void socket.off('close', onClose));
  }
}
