import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../shared/thrown-error.ts';
import { type OpenCodeAnswer, openCodeAnswer, openCodeRequest } from './asking/opencode-questions.ts';
import { isRecord, textField } from './call-state.ts';
import type { Beside } from './hosted-requests.ts';

/** The place at which the server of an OpenCode process listens on this machine, and the password that opens it. */
type DoorPlace = { port: number; password: string; folder: string };

type DoorParts = DoorPlace &
  Pick<Beside, 'ask' | 'unheard'> & {
    /** The id of the session of the chat; empty before it has begun. */
    sessionId: () => string;
    /** Called when nothing can be heard any more: what is asked from then on would wait for ever. */
    onLost: () => void;
    onLine: (line: string) => void;
  };

/** The name of OpenCode's user beside the password. */
export const doorUser = 'opencode';

/** The largest answer and the largest event that are read, in characters. */
const largestText = 32_000_000;

/** The time in which the server has to answer, in milliseconds. */
const patience = 30_000;

/** The tries of a request, or of opening a broken stream of events, after which the server counts as gone. */
const mostTries = 6;

/** The questions that may wait at once. */
const mostOpen = 20;

/** The sessions between that of the chat and one that works for it. */
const deepest = 5;

/** An answer of the server; without a status where there was none. */
type Heard = { status: number | undefined; body: unknown };

/**
 * The server that OpenCode runs beside the protocol: it tells of the questions of OpenCode's own tool, and takes the
 * answers. It listens on this machine alone, and lets nobody in without the password of this start.
 */
export class OpenCodeDoor {
  readonly #parts: DoorParts;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #closed = new AbortController();
  /** All that was ever asked, by its id: an event may come twice, and a list may be old. */
  readonly #asked = new Set<string>();
  /** The questions that wait for the person; each signal aborts when its asker is gone. */
  readonly #open = new Map<string, AbortController>();
  #tries = 0;

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  /** Returns why the door can't be used, in a few words; undefined where it can. */
  async problem(): Promise<string | undefined> {
    const stranger = await this.#request('GET', '/question', { isKnown: false });
    if (stranger.status === 200) return 'it lets anybody in';
    const listed = await this.#request('GET', '/question');
    if (listed.status !== 200 || !Array.isArray(listed.body))
      return `it answered ${listed.status ?? 'nothing'} when asked for its questions`;
    const tools = await this.#request('GET', '/experimental/tool/ids');
    const asks = Array.isArray(tools.body) && tools.body.includes('question');
    return asks ? undefined : 'this version has no tool for questions over the protocol';
  }

  /** Hears questions until it is closed. */
  async listen(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      try {
        await this.#listen();
      } catch (error) {
        if (!this.#closed.signal.aborted) this.#parts.onLine(`questions: ${messageOf(error)}`);
      }
      if (!(await this.#mayTryAgain())) return;
    }
  }

  /** Hears and says nothing any more; what waits for the person waits on. */
  close(): void {
    this.#closed.abort();
    for (const gone of this.#open.values()) gone.abort();
    this.#open.clear();
    this.#agent.destroy();
  }

  async #mayTryAgain(): Promise<boolean> {
    this.#tries += 1;
    if (this.#closed.signal.aborted) return false;
    if (this.#tries > mostTries) {
      this.#parts.onLost();
      return false;
    }
    await pause(25 * 2 ** this.#tries, undefined, { ref: false });
    return !this.#closed.signal.aborted;
  }

  async #listen(): Promise<void> {
    const stream = await this.#send('GET', '/event', { signal: this.#closed.signal });
    if (stream.statusCode !== 200) {
      stream.resume();
      throw new Error(`the server answered ${stream.statusCode}`);
    }
    await this.#read(stream);
  }

  /** Asks what was asked before anybody listened; what waited and is not there any more is over. */
  async #list(stream: IncomingMessage): Promise<void> {
    const before = [...this.#open.keys()];
    const { status, body } = await this.#request('GET', '/question');
    if (status !== 200 || !Array.isArray(body))
      return void stream.destroy(new Error('its questions can’t be read'));
    const ids = body.map((one) => textField(one, 'id'));
    for (const id of before) if (!ids.includes(id)) this.#withdraw(id);
    for (const one of body) this.#take(one);
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
    if (!/"(question\.\w+|server\.heartbeat)"/.test(event)) return;
    const told = parsed(event.replace(/^data: ?/gm, ''));
    if (!isRecord(told)) return;
    this.#tries = 0;
    const about = told['properties'];
    if (told['type'] === 'question.asked') this.#take(about);
    if (told['type'] === 'question.replied' || told['type'] === 'question.rejected')
      this.#withdraw(textField(about, 'requestID') ?? '');
  }

  #withdraw(id: string): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  #take(told: unknown): void {
    const id = textField(told, 'id');
    if (id === undefined || this.#asked.has(id)) return;
    this.#asked.add(id);
    void this.#answer(id, told).catch((error: unknown) =>
      this.#parts.onLine(`question ${id.slice(0, 200)}: ${messageOf(error)}`),
    );
  }

  async #answer(id: string, told: unknown): Promise<void> {
    const gone = new AbortController();
    const isFull = this.#open.size >= mostOpen;
    if (!isFull) this.#open.set(id, gone);
    const isOfChat = await this.#isOfChat(textField(told, 'sessionID'));
    if (gone.signal.aborted) return;
    if (!isOfChat) return void this.#open.delete(id);
    const asked = openCodeRequest(told);
    if (asked === undefined || isFull) {
      this.#parts.onLine(`question ${id.slice(0, 200)}: it can’t be shown, and was rejected`);
      this.#open.delete(id);
      return this.#say(id, { type: 'reject' });
    }
    const isOwn = asked.sessionId === this.#parts.sessionId();
    const outcome = await this.#parts.ask(isOwn ? asked : { ...asked, callId: undefined }, gone.signal);
    if (gone.signal.aborted) return;
    // What comes of it is no withdrawal.
    this.#open.delete(id);
    await this.#say(id, openCodeAnswer(asked.questions, outcome));
  }

  /** True of the session of the chat, and of those that work for it. */
  async #isOfChat(asking: string | undefined): Promise<boolean> {
    let sessionId = asking;
    for (let depth = 0; depth < deepest && sessionId !== undefined; depth += 1) {
      if (sessionId === this.#parts.sessionId()) return true;
      const { status, body } = await this.#request('GET', `/session/${encodeURIComponent(sessionId)}`);
      sessionId = status === 200 ? textField(body, 'parentID') : undefined;
    }
    return false;
  }

  async #say(id: string, answer: OpenCodeAnswer): Promise<void> {
    const isReply = answer.type === 'reply';
    const path = `/question/${encodeURIComponent(id)}/${answer.type}`;
    const body = isReply ? { answers: answer.answers } : undefined;
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const { status } = await this.#request('POST', path, { body });
      if (this.#closed.signal.aborted || status === 200) return;
      if (status !== undefined) {
        this.#parts.onLine(`question ${id}: its ${answer.type} was answered with ${status}`);
        if (isReply && status !== 404) await this.#request('POST', path.replace(/reply$/, 'reject'));
        if (isReply) this.#parts.unheard(answer.words);
        return;
      }
      await pause(25 * 2 ** tries, undefined, { ref: false });
    }
    if (!this.#closed.signal.aborted) this.#parts.onLost();
  }

  async #request(method: string, path: string, more: Sent = {}): Promise<Heard> {
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
      if (!this.#closed.signal.aborted) this.#parts.onLine(`${method} ${path}: ${messageOf(error)}`);
      return { status: undefined, body: undefined };
    }
  }

  #send(method: string, path: string, { body, signal, isKnown = true }: Sent): Promise<IncomingMessage> {
    const { port, password, folder } = this.#parts;
    const said = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port,
        method,
        path: `${path}?directory=${encodeURIComponent(folder)}`,
        headers: {
          ...(isKnown && { authorization: `Basic ${btoa(`${doorUser}:${password}`)}` }),
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

type Sent = { body?: unknown; signal?: AbortSignal; isKnown?: boolean };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
