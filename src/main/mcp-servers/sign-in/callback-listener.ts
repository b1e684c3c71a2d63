import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { boundUnauthenticated } from '../../unauthenticated-sockets.ts';
import { callbackPage, type CallbackEnd } from './callback-page.ts';

const path = '/callback';

/** Takes the query with which a browser comes back, and returns what its page says. */
type OnCallback = (query: URLSearchParams) => Promise<CallbackEnd>;

/** The address on this machine that a browser comes back to from a sign in; open from the first sign in on. */
export class CallbackListener {
  readonly #onCallback: OnCallback;
  #server: Server | undefined;
  #opening: Promise<string> | undefined;

  constructor(onCallback: OnCallback) {
    this.#onCallback = onCallback;
  }

  /** Returns the address to come back to. Listens at the port where that is free, else at any. */
  open(port = 0): Promise<string> {
    this.#opening ??= this.#listen(port)
      .catch(() => this.#listen(0))
      .catch((error: unknown) => {
        this.#opening = undefined;
        throw error;
      });
    return this.#opening;
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => {});
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #listen(port: number): Promise<string> {
    const server = createServer((request, response) => void this.#answer(request, response));
    boundUnauthenticated(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    server.unref();
    this.#server = server;
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('It listens at no port.');
    return `http://127.0.0.1:${bound.port}${path}`;
  }

  async #answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = URL.parse(url, `http://${headers.host ?? ''}`);
    const isCallback = method === 'GET' && address?.pathname === path && address.hostname === '127.0.0.1';
    if (!isCallback) {
      response.writeHead(404).end();
      return;
    }
    const end = await this.#onCallback(address.searchParams);
    response.writeHead(end.type === 'unknown' ? 400 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(callbackPage(end));
  }
}
