import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../../shared/thrown-error.ts';
import { isRecord, textField } from '../calls/call-state.ts';
import { type AskerParts, OpenCodeAsker } from './opencode-questions.ts';

/** The place at which the server of an OpenCode process listens on this machine, and the password that opens it. */
type ServerPlace = { port: number; password: string; folder: string };

/** The name of OpenCode's user beside the password. */
export const serverUser = 'opencode';

/** The largest answer and the largest event that are read, in characters. */
const largestText = 32_000_000;

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
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The tries of opening a broken stream of events after which the server counts as gone. */
const mostTries = 6;

/**
 * The server that OpenCode runs beside the protocol: it tells of the questions of OpenCode's own tool, and of what its
 * subagents want to do, and takes the answers. It listens on this machine alone, and lets nobody in without the password of this start.
 */
export class OpenCodeDoor {
  readonly #parts: AskerParts;
  readonly #server: OpenCodeServer;
  readonly #asker: OpenCodeAsker;
  #tries = 0;

  constructor(parts: AskerParts & ServerPlace) {
    this.#parts = parts;
    this.#server = new OpenCodeServer(parts, parts.onLine);
    this.#asker = new OpenCodeAsker(this.#server, parts);
  }

  /** Returns why the door can't be used, in a few words; undefined where it can. */
  async problem(): Promise<string | undefined> {
    const stranger = await this.#server.request('GET', '/question', { isKnown: false });
    if (stranger.status === 200) return 'it lets anybody in';
    const listed = await this.#server.request('GET', '/question');
    if (listed.status !== 200 || !Array.isArray(listed.body))
      return `it answered ${listed.status ?? 'nothing'} when asked for its questions`;
    const tools = await this.#server.request('GET', '/experimental/tool/ids');
    const asks = Array.isArray(tools.body) && tools.body.includes('question');
    return asks ? undefined : 'this version has no tool for questions over the protocol';
  }

  /** Hears questions until it is closed. */
  async listen(): Promise<void> {
    while (!this.#server.isClosed) {
      try {
        await this.#listen();
      } catch (error) {
        if (!this.#server.isClosed) this.#parts.onLine(`questions: ${messageOf(error)}`);
      }
      if (!(await this.#mayTryAgain())) return;
    }
  }

  /** Hears and says nothing any more; what waits for the person waits on. */
  close(): void {
    this.#server.close();
    this.#asker.close();
  }

  async #mayTryAgain(): Promise<boolean> {
    this.#tries += 1;
    if (this.#server.isClosed) return false;
    if (this.#tries > mostTries) {
      this.#parts.onLost();
      return false;
    }
    await pause(25 * 2 ** this.#tries, undefined, { ref: false });
    return !this.#server.isClosed;
  }

  async #listen(): Promise<void> {
    const stream = await this.#server.events();
    if (stream.statusCode !== 200) {
      stream.resume();
      throw new Error(`the server answered ${stream.statusCode}`);
    }
    await this.#read(stream);
  }

  /** Asks what was asked before anybody listened; what waited and is not there any more is over. */
  async #list(stream: IncomingMessage): Promise<void> {
    const before = this.#asker.waiting();
    const { status, body } = await this.#server.request('GET', '/question');
    if (status !== 200 || !Array.isArray(body))
      return void stream.destroy(new Error('its questions can’t be read'));
    const ids = body.map((one) => textField(one, 'id'));
    for (const id of before) if (!ids.includes(id)) this.#asker.withdraw(id);
    for (const one of body) this.#asker.take(one);
    const permissions = await this.#server.request('GET', '/permission');
    if (Array.isArray(permissions.body)) for (const one of permissions.body) void this.#asker.refuse(one);
  }

  async #read(stream: IncomingMessage): Promise<void> {
    stream.setEncoding('utf8');
    let rest = '';
    let isFirst = true;
    for await (const chunk of stream) {
      // Its first words say that nothing is missed from now on.
      if (isFirst) void this.#list(stream);
      isFirst = false;
      const events = `${rest}${String(chunk)}`.split(/\r?\n\r?\n/);
      rest = events.pop() ?? '';
      if (rest.length > largestText) throw new Error('an event is too large');
      for (const event of events) this.#event(event);
    }
  }

  #event(event: string): void {
    // All that OpenCode does comes here too.
    if (!/"(question\.\w+|permission\.asked|server\.heartbeat)"/.test(event)) return;
    const told = parsed(event.replace(/^data: ?/gm, ''));
    if (!isRecord(told)) return;
    this.#tries = 0;
    const about = told['properties'];
    if (told['type'] === 'question.asked') this.#asker.take(about);
    if (told['type'] === 'permission.asked') void this.#asker.refuse(about);
    if (told['type'] === 'question.replied' || told['type'] === 'question.rejected')
      this.#asker.withdraw(textField(about, 'requestID') ?? '');
  }
}
