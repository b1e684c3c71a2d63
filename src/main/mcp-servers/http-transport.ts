import {
  type Client,
  type JSONRPCMessage,
  ProtocolError,
  type RequestId,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';

/** The JSON-RPC code for a failure of the client's side, such as a lost connection, and the mark of ours. */
const connectionClosed = -32_000;
const ourOwn = 'parley/broken-off';

/**
 * A server at an address. A request fails when its stream ends without an answer, as when the server was killed;
 * the library would wait for ever.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #unanswered = new Set<RequestId>();

  constructor(...parts: ConstructorParameters<typeof StreamableHTTPClientTransport>) {
    super(...parts);
    // Also called when a client connects.
    const onmessage = (message: JSONRPCMessage) => {
      if (!('method' in message) && message.id !== undefined) this.#unanswered.delete(message.id);
    };
    Object.assign(this, { onmessage });
  }

  override async send(
    message: JSONRPCMessage | JSONRPCMessage[],
    options?: TransportSendOptions,
  ): Promise<void> {
    // Unless the caller handles the end of its stream itself.
    const isFollowed = options?.onRequestStreamEnd !== undefined;
    if (Array.isArray(message) || !('method' in message && 'id' in message) || isFollowed)
      return super.send(message, options);
    const { id } = message;
    this.#unanswered.add(id);
    const onRequestStreamEnd = () => {
      if (this.#unanswered.has(id)) this.onmessage?.(brokenOff(id));
    };
    try {
      await super.send(message, { ...options, onRequestStreamEnd });
    } catch (error) {
      this.#unanswered.delete(id);
      throw error;
    }
  }
}

/**
 * True where the server no longer knows the client's session, as after a restart. Without a session the same
 * response does not tell how far a call came, which may have taken several requests.
 */
export function isSessionLost(error: unknown, { transport }: Client): boolean {
  const hasSession = transport?.sessionId !== undefined;
  return hasSession && error instanceof SdkHttpError && error.status === 404;
}

/** True for the error of a request whose stream ended without an answer. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === connectionClosed && error.data === ourOwn;
}

function brokenOff(id: RequestId): JSONRPCMessage {
  const message = 'The connection broke off during this call, which may have been carried out in part.';
  return { jsonrpc: '2.0', id, error: { code: connectionClosed, message, data: ourOwn } };
}
