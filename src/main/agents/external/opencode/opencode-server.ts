import { Agent, type IncomingMessage, request } from 'node:http';
import { messageOf } from '../../../../shared/thrown-error.ts';

/** The place at which the server of an OpenCode process listens on this machine, and the password that opens it. */
export type ServerPlace = { port: number; password: string; folder: string };

/** The name of OpenCode's user beside the password. */
export const serverUser = 'opencode';

/** The largest answer and the largest event that are read, in characters. */
export const largestText = 32_000_000;

/** The time in which the server has to answer, in milliseconds. */
const patience = 30_000;

/** An answer of the server; without a status where there was none. */
type Heard = { status: number | undefined; body: unknown };

type Sent = { body?: unknown; signal?: AbortSignal; isKnown?: boolean };

/** The requests to the server of an OpenCode process. */
export class OpenCodeServer {
  readonly #place: ServerPlace;
  readonly #onLine: (line: string) => void;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #closed = new AbortController();

  constructor(place: ServerPlace, onLine: (line: string) => void) {
    this.#place = place;
    this.#onLine = onLine;
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** Breaks off what is asked; nothing more is. */
  close(): void {
    this.#closed.abort();
    this.#agent.destroy();
  }

  /** Opens the stream of the server's events, which goes on until this is closed. */
  events(): Promise<IncomingMessage> {
    return this.#send('GET', '/event', { signal: this.#closed.signal });
  }

  /** Makes a request; an answer that is no JSON has no body. */
  async request(method: string, path: string, more: Sent = {}): Promise<Heard> {
    const late = AbortSignal.timeout(patience);
    try {
      const signal = AbortSignal.any([this.#closed.signal, late]);
      const response = await this.#send(method, path, { ...more, signal });
      response.setEncoding('utf8');
      let text = '';
      for await (const chunk of response) {
        text += String(chunk);
        if (text.length > largestText) throw new Error('an answer is too large');
      }
      return { status: response.statusCode, body: parsed(text) };
    } catch (error) {
      if (!this.isClosed) this.#onLine(`${method} ${path}: ${messageOf(error)}`);
      return { status: undefined, body: undefined };
    }
  }

  #send(method: string, path: string, { body, signal, isKnown = true }: Sent): Promise<IncomingMessage> {
    const { port, password, folder } = this.#place;
    const said = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port,
        method,
        path: `${path}?directory=${encodeURIComponent(folder)}`,
        headers: {
          ...(isKnown && { authorization: `Basic ${btoa(`${serverUser}:${password}`)}` }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(method === 'POST' && { 'content-length': Buffer.byteLength(said) }),
        },
        ...(signal !== undefined && { signal }),
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(said);
    });
  }
}

/** Returns what a text of JSON says; undefined for any other. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
