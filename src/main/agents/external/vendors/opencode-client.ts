import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../../shared/thrown-error.ts';
import { isRecord, textField } from '../json-fields.ts';
import type { Launch } from '../programs/agent-process.ts';
import { type OpenCodeAnswer, openCodeAnswer, openCodeRequest } from './opencode-questions.ts';
import type { ChannelHost, QuestionChannel } from './vendor.ts';

/**
 * Prepares the server that every `opencode acp` runs as a channel for questions: on a free port of this machine, with a
 * password made for this start, and with OpenCode's tool for questions turned on.
 */
export async function openCodeChannel({ env, args, ...launch }: Launch): Promise<QuestionChannel> {
  const address = {
    port: await freePort(),
    password: randomBytes(32).toString('base64url'),
    folder: launch.cwd,
  };
  return {
    launch: {
      ...launch,
      env: {
        ...env,
        OPENCODE_ENABLE_QUESTION_TOOL: '1',
        OPENCODE_SERVER_USERNAME: serverUser,
        OPENCODE_SERVER_PASSWORD: address.password,
      },
      // Two arguments each: `--port=…` would not go before the person's own settings.
      args: [...args, '--port', String(address.port), '--hostname', '127.0.0.1'],
    },
    async open(host) {
      const client = new OpenCodeClient(host, address);
      void host.process.exited.then(() => client.close());
      const problem = await client.problem();
      if (problem === undefined) void client.listen();
      else client.close();
      return problem;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The place at which the server of an OpenCode process listens on this machine, and the password that opens it. */
type ServerAddress = { port: number; password: string; folder: string };

/** The name of OpenCode's user beside the password. */
const serverUser = 'opencode';

/** The largest answer and the largest event that are read, in characters. */
const largestText = 32_000_000;

/** The time in which the server has to answer, in milliseconds. */
const patience = 30_000;

/** A response; without a status where there was none. */
type ServerResponse = { status: number | undefined; body: unknown };

type Sent = { body?: unknown; signal?: AbortSignal; isKnown?: boolean };

/** The requests to the server of an OpenCode process. */
class OpenCodeServer {
  readonly #address: ServerAddress;
  readonly #onLine: (line: string) => void;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #closed = new AbortController();

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

  /** Opens the stream of the server's events, which goes on until this is closed. */
  events(): Promise<IncomingMessage> {
    return this.#send('GET', '/event', { signal: this.#closed.signal });
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

/** Parses JSON; undefined for a text that is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The tries of opening a broken stream of events after which the server counts as gone. */
const mostTries = 6;

/** Follows the events of an OpenCode server: questions of its tool, and requests for permission of its subagents. */
class OpenCodeClient {
  readonly #host: ChannelHost;
  readonly #server: OpenCodeServer;
  readonly #questions: OpenCodeQuestions;
  #tries = 0;

  constructor(host: ChannelHost, address: ServerAddress) {
    this.#host = host;
    this.#server = new OpenCodeServer(address, host.onLine);
    const onLost = () => this.#onLost();
    this.#questions = new OpenCodeQuestions(this.#server, host, onLost);
  }

  /** Returns why the server can't be used, in a few words; undefined where it can. */
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

  /** Reads events until it is closed. */
  async listen(): Promise<void> {
    while (!this.#server.isClosed) {
      try {
        await this.#listen();
      } catch (error) {
        if (!this.#server.isClosed) this.#host.onLine(`questions: ${messageOf(error)}`);
      }
      if (!(await this.#mayTryAgain())) return;
    }
  }

  /** Closes all connections; what waits for the person waits on. */
  close(): void {
    this.#server.close();
    this.#questions.close();
  }

  /** Ends the agent: it would wait for ever for answers to what it asks from now on. */
  #onLost(): void {
    this.#host.process.note('Its server for questions stopped answering, so it was ended.');
    void this.#host.process.end();
  }

  async #mayTryAgain(): Promise<boolean> {
    this.#tries += 1;
    if (this.#server.isClosed) return false;
    if (this.#tries > mostTries) {
      this.#onLost();
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

  /** Asks what came before the stream was open, and withdraws what is over meanwhile. */
  async #list(stream: IncomingMessage): Promise<void> {
    const before = this.#questions.waiting();
    const { status, body } = await this.#server.request('GET', '/question');
    if (status !== 200 || !Array.isArray(body))
      return void stream.destroy(new Error('its questions can’t be read'));
    const ids = body.map((one) => textField(one, 'id'));
    for (const id of before) if (!ids.includes(id)) this.#questions.withdraw(id);
    for (const one of body) this.#questions.take(one);
    const permissions = await this.#server.request('GET', '/permission');
    if (Array.isArray(permissions.body)) for (const one of permissions.body) void this.#questions.refuse(one);
  }

  async #read(stream: IncomingMessage): Promise<void> {
    stream.setEncoding('utf8');
    let rest = '';
    let isFirst = true;
    for await (const chunk of stream) {
      // With the first event nothing is missed from now on.
      if (isFirst) void this.#list(stream);
      isFirst = false;
      const events = `${rest}${String(chunk)}`.split(/\r?\n\r?\n/);
      rest = events.pop() ?? '';
      if (rest.length > largestText) throw new Error('an event is too large');
      for (const event of events) this.#event(event);
    }
  }

  #event(event: string): void {
    // The stream has everything that OpenCode does.
    if (!/"(question\.\w+|permission\.asked|server\.heartbeat)"/.test(event)) return;
    const read = parsed(event.replace(/^data: ?/gm, ''));
    if (!isRecord(read)) return;
    this.#tries = 0;
    const about = read['properties'];
    if (read['type'] === 'question.asked') this.#questions.take(about);
    if (read['type'] === 'permission.asked') void this.#questions.refuse(about);
    if (read['type'] === 'question.replied' || read['type'] === 'question.rejected')
      this.#questions.withdraw(textField(about, 'requestID') ?? '');
  }
}

/** The tries of an answer after which the server counts as gone. */
const mostAnswerTries = 6;

/** The questions that may wait at once. */
const mostOpen = 20;

/** The most sessions between that of the chat and one of a subagent. */
const deepest = 5;

/** The answer to a subagent that wants to act. */
const askYourself =
  'Agents that work for you can read only. Leave this to the agent that called you: it can ask the user.';

/** Asks the person what OpenCode's own tool asks, and gives its server the answers. */
class OpenCodeQuestions {
  readonly #server: OpenCodeServer;
  readonly #host: ChannelHost;
  readonly #onLost: () => void;
  /** All that was ever asked, by its id: an event may come twice, and a list may be old. */
  readonly #asked = new Set<string>();
  /** The questions that wait for the person; each signal aborts when its asker is gone. */
  readonly #open = new Map<string, AbortController>();

  constructor(server: OpenCodeServer, host: ChannelHost, onLost: () => void) {
    this.#server = server;
    this.#host = host;
    this.#onLost = onLost;
  }

  /** The ids of the questions that wait. */
  waiting(): string[] {
    return [...this.#open.keys()];
  }

  /** Answers nothing any more; what waits for the person waits on. */
  close(): void {
    for (const gone of this.#open.values()) gone.abort();
    this.#open.clear();
  }

  /** Withdraws a question that waits. */
  withdraw(id: string): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  /** Asks a question that the server has listed or sent, once. */
  take(request: unknown): void {
    const id = textField(request, 'id');
    if (id === undefined || this.#asked.has(id)) return;
    this.#asked.add(id);
    void this.#answer(id, request).catch((error: unknown) =>
      this.#host.onLine(`question ${id.slice(0, 200)}: ${messageOf(error)}`),
    );
  }

  /**
   * Refuses what a subagent wants to do: OpenCode sends that request here alone, and the call would wait for ever. Those of
   * the chat's own agent come over ACP.
   */
  async refuse(request: unknown): Promise<void> {
    const [id, sessionId] = [textField(request, 'id'), textField(request, 'sessionID')];
    if (id === undefined || this.#asked.has(id) || sessionId === this.#host.sessionId()) return;
    this.#asked.add(id);
    if (!(await this.#isOfChat(sessionId))) return;
    const body = { reply: 'reject', message: askYourself };
    await this.#server.request('POST', `/permission/${encodeURIComponent(id)}/reply`, { body });
  }

  async #answer(id: string, request: unknown): Promise<void> {
    const gone = new AbortController();
    const isFull = this.#open.size >= mostOpen;
    if (!isFull) this.#open.set(id, gone);
    const isOfChat = await this.#isOfChat(textField(request, 'sessionID'));
    if (gone.signal.aborted) return;
    if (!isOfChat) return void this.#open.delete(id);
    const asked = openCodeRequest(request);
    if (asked === undefined || isFull) {
      this.#host.onLine(`question ${id.slice(0, 200)}: it can’t be shown, and was rejected`);
      this.#open.delete(id);
      return this.#reply(id, { type: 'reject' });
    }
    const isOwn = asked.sessionId === this.#host.sessionId();
    const outcome = await this.#host.ask(isOwn ? asked : { ...asked, callId: undefined }, gone.signal);
    if (gone.signal.aborted) return;
    // The event about this answer is no withdrawal.
    this.#open.delete(id);
    await this.#reply(id, openCodeAnswer(asked.questions, outcome));
  }

  /** True of the session of the chat, and of its subagents' sessions. */
  async #isOfChat(asking: string | undefined): Promise<boolean> {
    let sessionId = asking;
    for (let depth = 0; depth < deepest && sessionId !== undefined; depth += 1) {
      if (sessionId === this.#host.sessionId()) return true;
      const { status, body } = await this.#server.request('GET', `/session/${encodeURIComponent(sessionId)}`);
      sessionId = status === 200 ? textField(body, 'parentID') : undefined;
    }
    return false;
  }

  async #reply(id: string, answer: OpenCodeAnswer): Promise<void> {
    const isReply = answer.type === 'reply';
    const path = `/question/${encodeURIComponent(id)}/${answer.type}`;
    const body = isReply ? { answers: answer.answers } : undefined;
    for (let tries = 1; tries <= mostAnswerTries; tries += 1) {
      const { status } = await this.#server.request('POST', path, { body });
      if (this.#server.isClosed || status === 200) return;
      if (status !== undefined) {
        this.#host.onLine(`question ${id}: its ${answer.type} was answered with ${status}`);
        if (isReply && status !== 404) await this.#server.request('POST', path.replace(/reply$/, 'reject'));
        if (isReply) this.#host.undelivered(answer.text);
        return;
      }
      await pause(25 * 2 ** tries, undefined, { ref: false });
    }
    if (!this.#server.isClosed) this.#onLost();
  }
}
