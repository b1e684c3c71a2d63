import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import { isKnownTimeout } from '../../../shared/askers/known-clients.ts';
import { callerHeader } from '../../../shared/host/companion-file.ts';
import { CancelledByAsker } from '../cancellations.ts';
import type { Delivery } from '../presence.ts';
import type { Exchange } from './exchange.ts';

/** Clients also send a cancellation when they only gave up waiting. */
const timeout = /tim(?:ed?|ing)[\s_-]?out|deadline/i;

/**
 * Returns the cancellation in a request's abort reason; undefined for a timeout. A client's reason arrives as
 * text, no reason as undefined or an AbortError, and the end of a connection as another error, which cancels
 * nothing.
 */
export function cancellationFor(reason: unknown): CancelledByAsker | undefined {
  const withoutWords = reason instanceof DOMException && reason.name === 'AbortError';
  if (withoutWords || reason === undefined || reason === '')
    return new CancelledByAsker('Cancelled by the asker');
  if (typeof reason !== 'string' || timeout.test(reason) || isKnownTimeout(reason)) return undefined;
  return new CancelledByAsker(reason.slice(0, 500));
}

/** `signal` aborts when the client is gone or, with a CancelledByAsker, cancels. */
export type ClientRequest = {
  signal: AbortSignal;
  /** Sends an answer; false when the request ended before, and the answer is kept. */
  deliver(delivery: Delivery<unknown>): Promise<boolean>;
  close(): void;
};

/** How many answered requests, and early cancellations, are remembered. */
const mostRemembered = 1_000;

type RequestId = string | number;

/**
 * The open requests of clients. A cancellation is a request of its own, in a session or from `parley mcp`, which
 * identifies itself; it may overtake the request it cancels. A timeout that crosses the answer means that the
 * client did not take it; any other cancellation then means nothing, since some clients cancel all their calls at
 * the end of a turn.
 */
export class ClientRequests {
  readonly #exchanges = new WeakMap<Request, Exchange>();
  readonly #open = new Map<string, (reason: unknown) => void>();
  readonly #answered = new Map<string, () => void>();
  readonly #early = new Map<string, unknown>();

  /** Notes the exchange of a request. */
  came(request: Request, exchange: Exchange): void {
    this.#exchanges.set(request, exchange);
  }

  open({ mcpReq, http, sessionId }: ServerContext): ClientRequest {
    const caller = sessionId ?? http?.req?.headers.get(callerHeader);
    const name = caller ? nameOf(caller, mcpReq.id) : undefined;
    const exchange = http?.req && this.#exchanges.get(http.req);
    const ended = new AbortController();
    const signal = http?.req === undefined ? ended.signal : AbortSignal.any([ended.signal, http.req.signal]);
    const cancel = (reason: unknown) => ended.abort(cancellationFor(reason));
    // The library forgets a call of a session if another one reused its id.
    const onOver = () => cancel(exchange?.over.reason);
    if (exchange?.over.aborted) onOver();
    else exchange?.over.addEventListener('abort', onOver, { once: true });
    const onAbort = () => cancel(mcpReq.signal.reason);
    if (mcpReq.signal.aborted) onAbort();
    else mcpReq.signal.addEventListener('abort', onAbort, { once: true });
    if (name !== undefined) this.#begin(name, cancel);
    return {
      signal,
      deliver: async (delivery) => {
        // Handles a cancellation that came while the answer was being stored first.
        for (let turns = 0; turns < 2; turns += 1) await nextEventLoopTurn();
        if (signal.aborted) {
          delivery.lose();
          return false;
        }
        if (name !== undefined) remember(this.#answered, name, delivery.lose);
        if (exchange === undefined) delivery.complete();
        else exchange.track(delivery);
        return true;
      },
      close: () => {
        exchange?.over.removeEventListener('abort', onOver);
        if (name !== undefined && this.#open.get(name) === cancel) this.#open.delete(name);
      },
    };
  }

  /** Ends a request that its client cancelled. */
  cancelled(caller: string, id: RequestId, reason: unknown): void {
    const name = nameOf(caller, id);
    const cancel = this.#open.get(name);
    const onTimeout = this.#answered.get(name);
    if (cancel !== undefined) cancel(reason);
    else if (onTimeout === undefined) remember(this.#early, name, reason);
    else if (cancellationFor(reason) === undefined) {
      this.#answered.delete(name);
      onTimeout();
    }
  }

  #begin(name: string, cancel: (reason: unknown) => void): void {
    this.#open.set(name, cancel);
    if (this.#early.has(name)) cancel(this.#early.get(name));
    this.#early.delete(name);
  }
}

/** Adds an entry and drops the oldest beyond the limit. */
function remember<Entry>(entries: Map<string, Entry>, name: string, entry: Entry): void {
  entries.delete(name);
  entries.set(name, entry);
  const [oldest] = entries.keys();
  if (entries.size > mostRemembered && oldest !== undefined) entries.delete(oldest);
}

function nameOf(caller: string, id: RequestId): string {
  return JSON.stringify([caller, id]);
}
