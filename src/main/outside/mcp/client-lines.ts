import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import { callerHeader } from '../../../shared/host/companion-file.ts';
import type { Delivery } from '../presence.ts';
import { withdrawalIn } from './withdrawal-in.ts';
import type { Exchange } from './exchange.ts';

/** What ties a call to its client: `end` aborts when the client is gone or, with a Withdrawn, takes it back. */
export type ClientLine = {
  end: AbortSignal;
  /** Sends an answer over the line; false when the line ended before, and the answer is kept. */
  carry(delivery: Delivery<unknown>): Promise<boolean>;
  close(): void;
};

/** How many answered calls are remembered, for clients that then say they had given up, and how many early cancellations. */
const mostRemembered = 1_000;

type RequestId = string | number;

/**
 * The lines to clients. A cancellation comes as a request of its own: in a session, or from
 * `parley mcp`, which names itself. It ends the call it is about, also where it overtakes the call; one
 * that comes when the answer is on its way says that the client did not take it.
 */
export class ClientLines {
  readonly #exchanges = new WeakMap<Request, Exchange>();
  readonly #open = new Map<string, (reason: unknown) => void>();
  readonly #answered = new Map<string, () => void>();
  readonly #early = new Map<string, unknown>();

  /** Notes by which exchange a request came. */
  came(request: Request, exchange: Exchange): void {
    this.#exchanges.set(request, exchange);
  }

  open({ mcpReq, http, sessionId }: ServerContext): ClientLine {
    const caller = sessionId ?? http?.req?.headers.get(callerHeader);
    const name = caller ? nameOf(caller, mcpReq.id) : undefined;
    const ended = new AbortController();
    const end = http?.req === undefined ? ended.signal : AbortSignal.any([ended.signal, http.req.signal]);
    const cancel = (reason: unknown) => ended.abort(withdrawalIn(reason));
    const onAbort = () => cancel(mcpReq.signal.reason);
    if (mcpReq.signal.aborted) onAbort();
    else mcpReq.signal.addEventListener('abort', onAbort, { once: true });
    if (name !== undefined) this.#begin(name, cancel);
    return {
      end,
      carry: async (delivery) => {
        // What came from the client while the answer was being stored is heard first.
        for (let turns = 0; turns < 2; turns += 1) await turnOfTheLoop();
        if (end.aborted) {
          delivery.gone();
          return false;
        }
        if (name !== undefined) remember(this.#answered, name, delivery.gone);
        const exchange = http?.req && this.#exchanges.get(http.req);
        if (exchange === undefined) delivery.told();
        else exchange.carry(delivery);
        return true;
      },
      close: () => {
        if (name !== undefined && this.#open.get(name) === cancel) this.#open.delete(name);
      },
    };
  }

  /** A client says that it cancelled one of its requests. */
  cancelled(caller: string, id: RequestId, reason: unknown): void {
    const name = nameOf(caller, id);
    const cancel = this.#open.get(name);
    const onCancelled = this.#answered.get(name);
    if (cancel !== undefined) cancel(reason);
    else if (onCancelled !== undefined) onCancelled();
    else remember(this.#early, name, reason);
    this.#answered.delete(name);
  }

  #begin(name: string, cancel: (reason: unknown) => void): void {
    this.#open.set(name, cancel);
    if (this.#early.has(name)) cancel(this.#early.get(name));
    this.#early.delete(name);
  }
}

/** Keeps something about a call, as long as not too many came after it. */
function remember<Kept>(calls: Map<string, Kept>, name: string, kept: Kept): void {
  calls.delete(name);
  calls.set(name, kept);
  const [oldest] = calls.keys();
  if (calls.size > mostRemembered && oldest !== undefined) calls.delete(oldest);
}

function nameOf(caller: string, id: RequestId): string {
  return JSON.stringify([caller, id]);
}
