import {
  type Client,
  type JSONRPCMessage,
  type RequestId,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';

/** The code of JSON-RPC for what a server's own part failed at, as a connection. */
const connectionClosed = -32_000;

/**
 * Reaches a server at an address. A request fails whose stream ended without its answer, as where the server was
 * killed; the library waits for that answer without end.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #unanswered = new Set<RequestId>();

  constructor(...parts: ConstructorParameters<typeof StreamableHTTPClientTransport>) {
    super(...parts);
    // A client that connects calls this too.
    const onmessage = (message: JSONRPCMessage) => {
      if (!('method' in message) && message.id !== undefined) this.#unanswered.delete(message.id);
    };
    Object.assign(this, { onmessage });
  }

  override async send(
    message: JSONRPCMessage | JSONRPCMessage[],
    options?: TransportSendOptions,
  ): Promise<void> {
    // One that follows the end of its stream itself is told of it.
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
 * True for the answer of a server that no longer knows the client's session, as after it was started again. Where there
 * is no session the same answer says nothing of how far a call came, which may have taken several requests.
 */
export function isSessionLost(error: unknown, { transport }: Client): boolean {
  const hasSession = transport?.sessionId !== undefined;
  return hasSession && error instanceof SdkHttpError && error.status === 404;
}

function brokenOff(id: RequestId): JSONRPCMessage {
  const message = 'The connection broke off during this call, which may have been carried out in part.';
  return { jsonrpc: '2.0', id, error: { code: connectionClosed, message } };
}
