import { setTimeout as delay } from 'node:timers/promises';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/server';
import {
  type Handshake,
  openUpstream,
  refusalIn,
  type Upstream,
  type UpstreamOptions,
} from './mcp-upstream.ts';
import { createOwnAnswers, type OfferedTools, type OwnAnswers } from './offered-tools.ts';
import { OpenCall, type CallState, progressText } from './open-call.ts';
import type { ParleyStart } from './parley-start.ts';

export type BridgeOptions = Omit<UpstreamOptions, 'onMessage' | 'signal'> & {
  /** Standard input and output. */
  client: Transport;
  tools: OfferedTools;
  version: string;
  /** The command by which a person starts Parley. */
  command: string;
  /** Starts Parley for a call that finds none; undefined where the person has to. */
  start: ParleyStart | undefined;
};

const lookEveryMs = 300;

/** Longer than a live companion takes to end a session. */
const farewellMs = 1_000;

/** How many answered calls are remembered; Parley remembers as many. */
const mostAnswered = 1_000;

/** The interval at which Parley itself sends progress. */
const tickEveryMs = 15_000;

/**
 * Serves a client that started a command. Everything but tool calls is answered here, so that the tools are there
 * before Parley is. A call waits for the companion as long as the client does, also when the companion ends: it
 * is sent again and finds the card it had.
 */
export class McpBridge {
  readonly #options: BridgeOptions;
  readonly #own: OwnAnswers;
  readonly #calls = new Map<JSONRPCRequest['id'], OpenCall>();
  /** The calls whose answer was passed on. */
  readonly #answered = new Set<JSONRPCRequest['id']>();
  readonly #ended = new AbortController();
  #handshake: Handshake | undefined;
  #upstream: Promise<Upstream | undefined> | undefined;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#own = createOwnAnswers({ ...options, send: (message) => this.#toClient(message) });
  }

  /** Serves until the client ends its side. */
  async run(): Promise<void> {
    const { client } = this.#options;
    const closed = Promise.withResolvers<void>();
    Object.assign(client, {
      onclose: closed.resolve,
      onmessage: (message: JSONRPCMessage) => this.#fromClient(message),
    });
    const ticking = setInterval(() => this.#tick(), tickEveryMs);
    await client.start();
    await closed.promise;
    clearInterval(ticking);
    this.#own.end();
    for (const { over } of this.#calls.values()) over.abort();
    const farewell = this.#upstream?.then((upstream) => upstream?.close()).catch(() => undefined);
    await Promise.race([farewell, delay(farewellMs, undefined, { ref: false })]);
    this.#ended.abort();
  }

  #fromClient(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method === 'tools/call') return this.#begin(message);
    if (isJSONRPCNotification(message) && this.#cancels(message)) return;
    // A response of the client goes to the companion, which alone sends requests.
    if (!('method' in message)) return void this.#pass(message);
    if (isJSONRPCRequest(message) && message.method === 'initialize')
      this.#handshake = { initialize: message, initialized: undefined };
    else if (isJSONRPCNotification(message) && message.method === 'notifications/initialized')
      this.#handshake &&= { ...this.#handshake, initialized: message };
    this.#own.take(message);
  }

  #begin(request: JSONRPCRequest): void {
    const call = new OpenCall(request, (message) => this.#toClient(message));
    this.#calls.set(request.id, call);
    void this.#carry(call);
    void this.#announceNewTools();
  }

  async #announceNewTools(): Promise<void> {
    if (await this.#options.tools.differ()) await this.#own.announceListChanged().catch(() => undefined);
  }

  /**
   * Ends a call that the client cancels, after the companion has read why; false if there is no such call. The
   * client may cancel before it reads an answer that was passed on: the companion knows what that means.
   */
  #cancels(message: JSONRPCNotification): boolean {
    const id = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    const call = this.#calls.get(id);
    if (call === undefined && !this.#answered.has(id)) return false;
    this.#calls.delete(id);
    void this.#pass(message).then(() => call?.over.abort());
    return true;
  }

  async #pass(message: JSONRPCMessage): Promise<void> {
    const upstream = await this.#upstream?.catch(() => undefined);
    await upstream?.send(message).catch(() => undefined);
  }

  #fromCompanion(message: JSONRPCMessage): void {
    if (isJSONRPCNotification(message) && message.method === 'notifications/progress') {
      const token = message.params?.['progressToken'];
      const call = [...this.#calls.values()].find(({ progress }) => progress.token === token);
      return call?.progress.passOn(message);
    }
    if (!('method' in message) && message.id !== undefined) this.#noteAnswered(message.id);
    void this.#toClient(message);
  }

  #noteAnswered(id: JSONRPCRequest['id']): void {
    this.#calls.delete(id);
    this.#answered.add(id);
    const [oldest] = this.#answered;
    if (this.#answered.size > mostAnswered && oldest !== undefined) this.#answered.delete(oldest);
  }

  /** A client that is gone is noticed when its side ends. */
  async #toClient(message: JSONRPCMessage): Promise<void> {
    await this.#options.client.send(message).catch(() => undefined);
  }

  #isOpen(call: OpenCall): boolean {
    return this.#calls.get(call.request.id) === call && !call.over.signal.aborted;
  }

  /** Sends a call as soon as a companion takes it. */
  async #carry(call: OpenCall): Promise<void> {
    const wasAsked = call.state.type === 'asks';
    while (this.#isOpen(call)) {
      call.state = { type: 'slow' };
      const upstream = await this.#connect();
      if (!this.#isOpen(call)) return;
      if (upstream !== undefined && (await this.#sendOver(upstream, call))) return;
      this.#waitFor(call, wasAsked);
      await delay(lookEveryMs, undefined, { signal: call.over.signal }).catch(() => undefined);
    }
  }

  async #sendOver(upstream: Upstream, call: OpenCall): Promise<boolean> {
    const { request, over } = call;
    const onStreamEnd = (): void => {
      if (!this.#isOpen(call)) return;
      this.#drop(upstream);
      void this.#carry(call);
    };
    try {
      await upstream.send(request, { signal: over.signal, onStreamEnd });
      call.state = { type: 'asks' };
      return true;
    } catch (error) {
      if (over.signal.aborted) return true;
      const refusal = refusalIn(error);
      if (refusal === undefined) this.#drop(upstream);
      else this.#refuse(request, refusal);
      return refusal !== undefined;
    }
  }

  #refuse({ id }: JSONRPCRequest, message: string): void {
    this.#calls.delete(id);
    void this.#toClient({ jsonrpc: '2.0', id, error: { code: -32_600, message } });
  }

  /** Reports to a call's client that there is no companion, and starts one if so configured. */
  #waitFor(call: OpenCall, ended: boolean): void {
    const { start, command } = this.#options;
    if (start !== undefined && call.mayStart && !ended) start.begin();
    call.mayStart = false;
    call.state = absence(start, ended);
    call.progress.reportNews(progressText(call.state, command));
  }

  #tick(): void {
    for (const { progress, state } of this.#calls.values())
      progress.tick(progressText(state, this.#options.command));
  }

  async #connect(): Promise<Upstream | undefined> {
    const connecting = (this.#upstream ??= this.#open());
    try {
      const upstream = await connecting;
      if (upstream !== undefined) return upstream;
    } catch {
      // Not there any more, or not yet.
    }
    if (this.#upstream === connecting) this.#upstream = undefined;
    return undefined;
  }

  async #open(): Promise<Upstream | undefined> {
    const { signal } = this.#ended;
    const onMessage = (message: JSONRPCMessage) => this.#fromCompanion(message);
    const upstream = await openUpstream({ ...this.#options, onMessage, signal }, this.#handshake);
    if (upstream !== undefined) {
      this.#options.start?.done();
      void this.#announceNewTools();
    }
    return upstream;
  }

  /** Closes a connection that no longer works. */
  #drop(upstream: Upstream): void {
    void this.#upstream?.then((current) => {
      if (current === upstream) this.#upstream = undefined;
    });
    void upstream.close();
  }
}

function absence(start: ParleyStart | undefined, ended: boolean): CallState {
  switch (start?.state) {
    case 'starting':
      return { type: 'starting' };
    case 'failed':
      return { type: 'not-started' };
    case 'idle':
    case undefined:
      return { type: 'away', ended };
  }
}
