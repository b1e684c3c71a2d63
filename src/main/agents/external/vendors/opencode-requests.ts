import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../../shared/thrown-error.ts';
import { stoppedWaiting } from '../../../permissions/permissions.ts';
import { textField } from '../json-fields.ts';
import type { OpenCodeServer } from './opencode-server.ts';

/** The tries of an answer after which the server counts as gone. */
const mostTries = 6;

/** The requests of one kind that may wait at once. */
const mostOpen = 20;

/** The longest id of a request, in characters. */
const longestId = 200;

type OpenRequest = { sessionId: string | undefined; gone: AbortController };

/** A request that waits; `gone` aborts when nobody waits for its answer any more, with `stoppedWaiting` where the server says so. */
export type Waiting = { id: string; sessionId: string | undefined; gone: AbortSignal };

type RequestsOf = {
  server: OpenCodeServer;
  /** Called where the server takes no answers any more. */
  onLost: () => void;
  /** Takes a line for the log. */
  onLine: (line: string) => void;
  /** Answers a request that is new. */
  answer: (request: unknown, waiting: Waiting) => Promise<void>;
  /** Refuses a request that came while too many waited. */
  refuse: (id: string) => Promise<void>;
};

/** What an OpenCode server wants to have answered, of one kind: each request once, though it is told of more than once. */
export class OpenCodeRequests {
  readonly #of: RequestsOf;
  /** The ids of all that came: an event may come twice, and a list may be old. */
  readonly #known = new Set<string>();
  readonly #open = new Map<string, OpenRequest>();

  constructor(of: RequestsOf) {
    this.#of = of;
  }

  /** Takes a request that the server has listed or sent. */
  take(request: unknown): void {
    const { answer, refuse, onLine } = this.#of;
    const id = textField(request, 'id');
    if (id === undefined || id.length > longestId || this.#known.has(id)) return;
    this.#known.add(id);
    const fail = (error: unknown) => onLine(`request ${id}: ${messageOf(error)}`);
    if (this.#open.size >= mostOpen) {
      onLine(`request ${id}: too many wait, so it was refused`);
      return void refuse(id).catch(fail);
    }
    const sessionId = textField(request, 'sessionID');
    const gone = new AbortController();
    this.#open.set(id, { sessionId, gone });
    void answer(request, { id, sessionId, gone: gone.signal })
      .catch(fail)
      .finally(() => this.#open.delete(id));
  }

  /** Takes all that the server lists now: what waits and is not among it is withdrawn, unless it came after `before`. */
  takeAll(listed: readonly unknown[], before: readonly string[]): void {
    const ids = new Set(listed.map((one) => textField(one, 'id')));
    for (const id of before) if (!ids.has(id)) this.withdraw(id);
    for (const one of listed) this.take(one);
  }

  /** The ids of the requests that wait. */
  waiting(): string[] {
    return [...this.#open.keys()];
  }

  /** Withdraws a request that waits. */
  withdraw(id: string | undefined): void {
    const open = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || open === undefined) return;
    this.#open.delete(id);
    open.gone.abort(stoppedWaiting);
  }

  /** Withdraws what a session waits for that has come to rest. */
  withdrawOf(session: string | undefined): void {
    for (const [id, { sessionId }] of this.#open) if (sessionId === session) this.withdraw(id);
  }

  /** Answers nothing any more; what waits for the person waits on. */
  close(): void {
    for (const { gone } of this.#open.values()) gone.abort();
    this.#open.clear();
  }

  /**
   * Gives the server an answer, also where the connection breaks; the event about it is no withdrawal. Returns the status
   * that it answers with; undefined where it is gone.
   */
  async reply(id: string, path: string, body: unknown): Promise<number | undefined> {
    const { server, onLine, onLost } = this.#of;
    this.#open.delete(id);
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const { status } = await server.request('POST', path, { body });
      if (server.isClosed) return undefined;
      if (status !== undefined && status !== 200) onLine(`POST ${path}: answered with ${status}`);
      // The answer of a try that broke off may have arrived.
      if (status !== undefined) return tries > 1 && status === 404 ? 200 : status;
      await pause(25 * 2 ** tries, undefined, { ref: false });
    }
    if (!server.isClosed) onLost();
    return undefined;
  }
}
