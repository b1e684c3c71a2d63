import { setTimeout as delay } from 'node:timers/promises';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/client';
import { type Handshake, openUpstream, type Upstream, type UpstreamParts } from './mcp-upstream.ts';

export type BridgeParts = Omit<UpstreamParts, 'onMessage'> & {
  /** The client's end, standard input and output. */
  client: Transport;
  /** How long a call waits for a companion that starts or comes back, in milliseconds. */
  patienceMs: number;
};

type OpenCall = { request: JSONRPCRequest; over: AbortController };

const lookEveryMs = 300;

const notRunning =
  'Parley is not running, so nobody can be asked. Start it with npm start in its folder; a card that was open is kept.';

/**
 * Passes MCP messages between a client that started a command and the companion, as they are. The
 * companion may end and come back: open calls are sent again and find the cards they had.
 */
export class McpBridge {
  readonly #parts: BridgeParts;
  readonly #calls = new Map<JSONRPCRequest['id'], OpenCall>();
  #handshake: Handshake | undefined;
  #upstream: Promise<Upstream | undefined> | undefined;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  /** Passes messages on until the client ends its side. */
  async run(): Promise<void> {
    const { client } = this.#parts;
    const closed = Promise.withResolvers<void>();
    Object.assign(client, {
      onclose: closed.resolve,
      onmessage: (message: JSONRPCMessage) => void this.#fromClient(message),
    });
    await client.start();
    await closed.promise;
    for (const { over } of this.#calls.values()) over.abort();
    await (await this.#upstream?.catch(() => undefined))?.close();
  }

  async #fromClient(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCRequest(message)) {
      this.#calls.set(message.id, { request: message, over: new AbortController() });
      await this.#call(message);
      if (message.method === 'initialize') this.#handshake = { initialize: message, initialized: undefined };
      return;
    }
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      return this.#cancel(message);
    await this.#pass(message);
    if (
      'method' in message &&
      message.method === 'notifications/initialized' &&
      this.#handshake !== undefined
    )
      this.#handshake = { ...this.#handshake, initialized: message };
  }

  async #pass(message: JSONRPCMessage): Promise<void> {
    const upstream = await this.#connect();
    await upstream?.send(message).catch(() => undefined);
  }

  /** Ends the exchange of a call the client no longer waits for, after the companion has read why. */
  async #cancel(message: JSONRPCNotification): Promise<void> {
    const id = message.params?.['requestId'];
    const call = typeof id === 'string' || typeof id === 'number' ? this.#calls.get(id) : undefined;
    if (call !== undefined) this.#calls.delete(call.request.id);
    await this.#pass(message);
    call?.over.abort();
  }

  #fromCompanion(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#calls.delete(message.id);
    void this.#parts.client.send(message);
  }

  /** Sends a call, again where the companion went away meanwhile; says so to the client when it stays away. */
  async #call(request: JSONRPCRequest): Promise<void> {
    const { patienceMs, client } = this.#parts;
    for (let waited = 0; waited <= patienceMs; waited += lookEveryMs) {
      const call = this.#calls.get(request.id);
      if (call === undefined || call.over.signal.aborted) return;
      const upstream = await this.#connect();
      if (this.#calls.get(request.id) !== call) return;
      if (upstream !== undefined && (await this.#sendOver(upstream, call))) return;
      await delay(lookEveryMs);
    }
    this.#calls.delete(request.id);
    await client.send({ jsonrpc: '2.0', id: request.id, error: { code: -32_000, message: notRunning } });
  }

  async #sendOver(upstream: Upstream, { request, over }: OpenCall): Promise<boolean> {
    const onStreamEnd = (): void => {
      if (!this.#calls.has(request.id)) return;
      this.#upstream = undefined;
      void this.#call(request);
    };
    try {
      await upstream.send(request, { signal: over.signal, onStreamEnd });
      return true;
    } catch {
      this.#upstream = undefined;
      return over.signal.aborted;
    }
  }

  async #connect(): Promise<Upstream | undefined> {
    const onMessage = (message: JSONRPCMessage) => this.#fromCompanion(message);
    this.#upstream ??= openUpstream({ ...this.#parts, onMessage }, this.#handshake);
    try {
      const upstream = await this.#upstream;
      if (upstream === undefined) this.#upstream = undefined;
      return upstream;
    } catch {
      this.#upstream = undefined;
      return undefined;
    }
  }
}
