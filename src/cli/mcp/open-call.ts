import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';

/**
 * Progress notifications of one call, sent by `parley mcp` while Parley is away and by Parley while the person
 * thinks. Their numbers only grow. A client that sent no token gets none.
 */
class CallProgress {
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

  /** Forwards a notification of Parley's under the next number. */
  passOn(notification: JSONRPCNotification): void {
    this.#emit({ ...notification, params: { ...notification.params, progress: this.#next() } });
  }

  /** Sends a message, unless it is the same as the last. */
  reportNews(message: string): void {
    if (message !== this.#words) this.#report(message);
  }

  /** To be called regularly: sends the message if nothing was sent since the last tick. */
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

export type CallState =
  /** No companion answers; `ended` if one had the call before. */
  | { type: 'away'; ended: boolean }
  | { type: 'starting' }
  | { type: 'not-started' }
  /** A companion is announced but does not answer yet. */
  | { type: 'slow' }
  /** The companion has the call. */
  | { type: 'asks' };

/** A tool call without a result yet. */
export class OpenCall {
  readonly request: JSONRPCRequest;
  readonly progress: CallProgress;
  /** Aborts when the client no longer waits. */
  readonly over = new AbortController();
  state: CallState = { type: 'slow' };
  /** True while Parley may still be started for this call: once, and not after the person quit it. */
  mayStart = true;

  constructor(request: JSONRPCRequest, send: (message: JSONRPCMessage) => Promise<void>) {
    this.request = request;
    this.progress = new CallProgress(request, send);
  }
}

/** Returns the progress text for the client; `command` starts Parley. */
export function progressText(state: CallState, command: string): string {
  switch (state.type) {
    case 'away':
      return state.ended
        ? `Parley has ended; what it asked is kept. Start it with: ${command}`
        : `Parley is not running, so nobody has been asked yet. Start it with: ${command}`;
    case 'starting':
      return 'Parley is starting';
    case 'not-started':
      return `Parley could not be started. To see why, run: ${command}`;
    case 'slow':
      return 'Parley does not answer yet';
    case 'asks':
      return 'Waiting for the person';
  }
}
