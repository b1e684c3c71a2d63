import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { SecretFile } from '../../keys/key-store.ts';
import { boundUnauthenticated } from '../../unauthenticated-sockets.ts';
import { type CallbackEnd, ServerSignIn } from './server-sign-in.ts';
import { StoredSignIn } from './stored-sign-in.ts';

const path = '/callback';

/** Takes the query with which a browser comes back, and returns what its page says. */
type OnCallback = (query: URLSearchParams) => Promise<CallbackEnd>;

/** The address on this machine that browsers come back to; open from the first sign in on. */
export class CallbackListener {
  readonly #onCallback: OnCallback;
  #server: Server | undefined;
  #opening: Promise<string> | undefined;

  constructor(onCallback: OnCallback) {
    this.#onCallback = onCallback;
  }

  /** Returns the address to come back to. Listens at the given port if it is free, else at any. */
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

/** Returns the page that a browser shows when it comes back. */
function callbackPage(end: CallbackEnd): string {
  const { title, text } = pageText(end);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Parley</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box; font: 15px/1.5 system-ui, sans-serif; text-align: center; }
h1 { margin: 0 0 6px; font-size: 20px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0; opacity: 0.75; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
</body>
</html>
`;
}

function pageText(end: CallbackEnd): { title: string; text: string } {
  const back = 'You can close this page and go back to Parley.';
  switch (end.type) {
    case 'signed-in':
      return { title: `You are signed in to ${end.server}`, text: back };
    case 'denied':
      return { title: `You did not sign in to ${end.server}`, text: `Parley got no access. ${back}` };
    case 'failed':
      return { title: `Signing in to ${end.server} failed`, text: 'Parley says why.' };
    case 'done-before':
      return { title: `Signing in to ${end.server} is over`, text: back };
    case 'unknown':
      return {
        title: 'This sign in has ended',
        text: 'It took too long or was cancelled. Begin it again in Parley.',
      };
  }
}

function escaped(text: string): string {
  return visibleText(text, 'line').replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The server that is signed in to. */
type SignedInto = { name: string; onChange: () => void; onSignedIn: () => Promise<void> };

type SignInsDeps = { file: SecretFile<string>; report: (error: unknown) => void; now: () => number };

/** The sign ins to all servers, which share one address to come back to. */
export class SignIns {
  readonly #deps: SignInsDeps;
  readonly #all = new Set<ServerSignIn>();
  readonly #listener = new CallbackListener(async (query) => {
    for (const signIn of this.#all) {
      const end = await signIn.takeCallback(query);
      if (end !== undefined) return end;
    }
    return { type: 'unknown' };
  });

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /** Returns the sign in to a server; `reached` identifies how it is reached: elsewhere it is another server. */
  of(id: string, reached: string, { name, onChange, onSignedIn }: SignedInto): ServerSignIn {
    const { file, report, now } = this.#deps;
    const key = createHash('sha256')
      .update(JSON.stringify([id, reached]))
      .digest('hex');
    const signIn = new ServerSignIn({
      name,
      onChange,
      onSignedIn,
      stored: new StoredSignIn(file, key),
      open: (port) => this.#listener.open(port),
      now,
    });
    this.#all.add(signIn);
    signIn.takeUp().catch(report);
    return signIn;
  }

  /** Ends the waits for a server that is no longer there; its grant stays. */
  leave(signIn: ServerSignIn): void {
    signIn.leave();
    this.#all.delete(signIn);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }
}
