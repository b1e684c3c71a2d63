import { Agent, type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { messageOf } from '../../../../shared/thrown-error.ts';
import { isRecord, textField } from '../json-fields.ts';

/** The place at which the server of an OpenCode process listens on this machine, and the password that opens it. */
export type ServerAddress = { port: number; password: string; folder: string };

/** The name of OpenCode's user beside the password. */
export const serverUser = 'opencode';

/** The largest answer and the largest event that are read, in characters. */
const largestText = 32_000_000;

/** The time in which the server has to answer, in milliseconds. */
const patience = 30_000;

/** A response; without a status where there was none. */
export type ServerResponse = { status: number | undefined; body: unknown };

/** An event of the server; its form depends on its type. */
export type ServerEvent = { type: string; about: Record<string, unknown> };

/** A subagent: the name of its kind, such as `general`. */
export type Subagent = { name: string | undefined };

type Sent = { body?: unknown; signal?: AbortSignal; isKnown?: boolean };

/** The most sessions between that of the chat and one of a subagent. */
const deepest = 5;

/** The server of an OpenCode process, as its client sees it. */
export class OpenCodeServer {
  readonly #address: ServerAddress;
  readonly #onLine: (line: string) => void;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #closed = new AbortController();

  /** `onLine` takes a line for the log. */
  constructor(address: ServerAddress, onLine: (line: string) => void) {
    this.#address = address;
    this.#onLine = onLine;
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** Aborts all requests. */
  close(): void {
    this.#closed.abort();
    this.#agent.destroy();
  }

  /** Yields the events that these types are found in, the first being `server.connected`, until `until` aborts. */
  async *events(types: RegExp, until: AbortSignal): AsyncGenerator<ServerEvent> {
    const signal = AbortSignal.any([this.#closed.signal, until]);
    const stream = await this.#send('GET', '/event', { signal });
    if (stream.statusCode !== 200) {
      stream.resume();
      throw new Error(`the server answered ${stream.statusCode}`);
    }
    let come: ServerEvent[] = [];
    const parser = createParser({
      maxBufferSize: largestText,
      onEvent: ({ data }) => {
        // The stream has everything that OpenCode does, and little of it is read.
        const event = types.test(data) ? eventIn(data) : undefined;
        if (event !== undefined) come.push(event);
      },
    });
    stream.setEncoding('utf8');
    for await (const chunk of stream) {
      parser.feed(String(chunk));
      yield* come;
      come = [];
    }
  }

  /** Makes a request; an answer that is no JSON has no body. */
  async request(method: string, path: string, more: Sent = {}): Promise<ServerResponse> {
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

  /** Returns the subagent that a session is of; `own` for the session of the chat, undefined for one of another chat. */
  async askerOf(session: string | undefined, chatSession: string): Promise<Subagent | 'own' | undefined> {
    if (session === chatSession) return 'own';
    let name: string | undefined;
    let sessionId = session;
    for (let depth = 0; depth < deepest && sessionId !== undefined; depth += 1) {
      const { status, body } = await this.request('GET', `/session/${encodeURIComponent(sessionId)}`);
      if (depth === 0) name = textField(body, 'agent');
      sessionId = status === 200 ? textField(body, 'parentID') : undefined;
      if (sessionId === chatSession) return { name };
    }
    return undefined;
  }

  #send(method: string, path: string, { body, signal, isKnown = true }: Sent): Promise<IncomingMessage> {
    const { port, password, folder } = this.#address;
    const content = body === undefined ? '' : JSON.stringify(body);
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
          ...(method === 'POST' && { 'content-length': Buffer.byteLength(content) }),
        },
        ...(signal !== undefined && { signal }),
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(content);
    });
  }
}

function eventIn(data: string): ServerEvent | undefined {
  const read = parsed(data);
  const type = textField(read, 'type');
  if (type === undefined || !isRecord(read)) return undefined;
  const { properties } = read;
  return { type, about: isRecord(properties) ? properties : {} };
}

/** Parses JSON; undefined for a text that is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
