import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';

/**
 * The progress notifications of one call, from either sender: `parley mcp` while Parley is away, Parley
 * while the person thinks. Their numbers only grow. A client that sent no token gets none.
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

  /** Forwards a notification of Parley's, with the next number. */
  passOn(notification: JSONRPCNotification): void {
    this.#emit({ ...notification, params: { ...notification.params, progress: this.#next() } });
  }

  /** Sends a message, unless it is the last one again. */
  reportNews(message: string): void {
    if (message !== this.#words) this.#report(message);
  }

  /** To be called regularly: sends the message where nothing was sent since the last tick. */
  tick(message: string): void {
    if (this.#isQuiet) this.#report(message);
    this.#isQuiet = true;
  }

  #report(message: string): void {
    this.#words = message;
    const { token: progressToken } = this;
    const params = { progressToken, progress: this.#next(), message };
    this.#emit({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }

  #emit(notification: JSONRPCNotification): void {
    this.#isQuiet = false;
    if (this.token !== undefined) void this.#send(notification);
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
