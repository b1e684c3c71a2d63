import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { RequestEnd } from '../presence.ts';

/** Stops listening for a reset on behalf of a connection's previous exchange. */
const stopListening = new WeakMap<Socket, () => void>();

/**
 * The HTTP exchange of a request or a batch. Its deliveries are complete once the whole response went out, and
 * lost where the connection ended before, or was reset while they were unread.
 */
export class Exchange {
  readonly #tracked = new Set<RequestEnd>();
  readonly #over = new AbortController();

  constructor({ socket }: IncomingMessage, response: ServerResponse) {
    stopListening.get(socket)?.();
    response.once('finish', () => {
      for (const answer of this.#tracked) answer.complete();
      this.#listenForReset(socket);
    });
    response.once('close', () => {
      this.#over.abort(new Error('The response has ended'));
      if (!response.writableFinished) this.#lose();
    });
  }

  /** Aborts, with an error, once nothing more can be sent. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  track(answer: RequestEnd): void {
    this.#tracked.add(answer);
  }

  #lose(): void {
    for (const answer of this.#tracked) answer.lose();
  }

  /** Marks the answers as lost where the client closes its connection before it read them, which resets it. */
  #listenForReset(socket: Socket): void {
    const onClose = (wasReset: boolean) => {
      if (wasReset) this.#lose();
    };
    socket.once('close', onClose);
    stopListening.set(socket, () => void socket.off('close', onClose));
  }
}

const everyMs = 15_000;

/** Runs a function every so many milliseconds; returns a function that stops it. */
type StartInterval = (ms: number, run: () => void) => () => void;

const everyInterval: StartInterval = (ms, run) => {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
};

/**
 * Sends progress to a client that asked for it, which restarts its timeout; others have the stream's keep-alive.
 * Returns a function that stops it.
 */
export function sendProgress(
  { mcpReq }: { mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'notify'> },
  every: StartInterval = everyInterval,
): () => void {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return every(everyMs, () => {
    progress += 1;
    const params = { progressToken, progress, message: 'Waiting for the person' };
    // That a client is gone shows by the end of the exchange.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  });
}
