import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';

/**
 * The progress that a client hears of one call, whoever tells it: `parley mcp` while Parley is away, Parley
 * while the person thinks. Its numbers only grow. A client that sent no token hears nothing.
 */
export class CallProgress {
  readonly token: string | number | undefined;
  readonly #send: (message: JSONRPCMessage) => Promise<void>;
  #count = 0;
  #words: string | undefined;
  #isQuiet = true;

  constructor({ params }: JSONRPCRequest, send: (message: JSONRPCMessage) => Promise<void>) {
    const { _meta: meta } = params ?? {};
    this.token = meta?.progressToken;
    this.#send = send;
  }

  /** Passes on what Parley tells, with the next number. */
  passOn(notification: JSONRPCNotification): void {
    this.#tell({ ...notification, params: { ...notification.params, progress: this.#next() } });
  }

  /** Tells something the client has not just heard. */
  tellNews(message: string): void {
    if (message !== this.#words) this.#tellWords(message);
  }

  /** To be called regularly: tells that the call is alive where nothing else has told it since. */
  tick(message: string): void {
    if (this.#isQuiet) this.#tellWords(message);
    this.#isQuiet = true;
  }

  #tellWords(message: string): void {
    this.#words = message;
    const { token: progressToken } = this;
    const params = { progressToken, progress: this.#next(), message };
    this.#tell({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }

  #tell(notification: JSONRPCNotification): void {
    this.#isQuiet = false;
    if (this.token !== undefined) void this.#send(notification);
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
