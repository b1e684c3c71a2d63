import { readdirSync, readFileSync } from 'node:fs';
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestOptions,
  ServerResponse,
} from 'node:http';
import { extname } from 'node:path';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { developmentHeaders, pageHeaders } from './security-headers.ts';

export type Pages = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

/** Embedded in the page, so that its first paint needs no request. */
export type PageData = {
  /** `data-` attributes of the page's root element, by their names in scripts; never from outside. */
  look: Readonly<Record<string, string>>;
  /** The first item of the app's feed, from whose cursor the page goes on. */
  appItem: object;
};

type Encoded = { body: Buffer; headers: OutgoingHttpHeaders };

/** Serves the built page with its data, and its files in the smallest encoding the browser accepts. */
export function serveStaticFiles(files: PageFiles, pageData?: () => PageData): Pages {
  return (request, response, notFound) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const file = files.at(path);
    if (file === undefined) return notFound();
    const { body, headers } =
      path === '/' || path === '/index.html'
        ? withoutEncoding(file, pageData?.())
        : encodedFor(file, request.headers);
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Length': body.length,
      'Cache-Control': cacheControl(path),
      Vary: 'Accept-Encoding',
      ...file.headers,
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

function withoutEncoding({ plain }: PageFile, data: PageData | undefined): Encoded {
  return { body: data === undefined ? plain : Buffer.from(withData(plain.toString(), data)), headers: {} };
}

function encodedFor({ plain, br, gzip }: PageFile, asked: IncomingHttpHeaders): Encoded {
  const accepted = asked['accept-encoding'] ?? '';
  if (br && /\bbr\b/.test(accepted)) return { body: br, headers: { 'Content-Encoding': 'br' } };
  if (gzip && /\bgzip\b/.test(accepted)) return { body: gzip, headers: { 'Content-Encoding': 'gzip' } };
  return { body: plain, headers: {} };
}

/** Names under `/assets/` contain a hash of their content. */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store';
}

/** Returns the built page with its data, as attributes and a block that no browser runs. */
export function withData(page: string, { look, appItem }: PageData): string {
  const attributes = Object.entries(look).map(
    ([name, value]) => ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  const block = `<script type="application/json">${asText(appItem)}</script>`;
  return page
    .replace('<html', () => `<html${attributes.join('')}`)
    .replace('</body>', () => `${block}</body>`);
}

/** JSON in which no text can end the block or open a comment. */
function asText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

// Not imported: an import reads every property of the module, and one of them loads all of Node's HTTP client.
const { request: httpRequest } = process.getBuiltinModule('node:http');

/** A file of the built page, with its compressed forms, and the headers that it has beside those of every answer. */
export type PageFile = {
  type: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  headers?: Readonly<Record<string, string>>;
};

/** Files of the page by their path in an address, such as `/assets/index-1.js`. */
export type PageFiles = {
  /** Returns undefined for what is not part of the page. */
  at(path: string): PageFile | undefined;
  /** Resolves when all files are in memory. */
  readAll(): Promise<void>;
};

const types: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.wasm', 'application/wasm'],
  ['.woff2', 'font/woff2'],
]);

/**
 * The built page, each file read once. A host outlives its build: a new build replaces the folder, and open
 * windows still request the old files. So all files are soon read, one by one, with requested ones first.
 */
export function openPageFiles(rendererDir: string): PageFiles {
  const paths = new Set(filesIn(rendererDir, ''));
  const unread = new Set([...paths].filter((path) => types.has(extname(path))));
  const read = new Map<string, PageFile>();

  function readNow(address: string): void {
    if (!unread.delete(address)) return;
    const path = rendererDir + address;
    const form = (suffix: string) => (paths.has(address + suffix) ? readFileSync(path + suffix) : undefined);
    try {
      const [plain, br, gzip] = [readFileSync(path), form('.br'), form('.gz')];
      const type = types.get(extname(address)) ?? '';
      const headers = type.startsWith('text/html') ? pageHeaders(address, plain.toString()) : {};
      read.set(address, { type, plain, ...(br && { br }), ...(gzip && { gzip }), headers });
    } catch {
      // The folder is gone already; to this host the file never existed.
    }
  }

  async function readRest(): Promise<void> {
    for (const address of unread) {
      readNow(address);
      await nextTurn();
    }
  }

  let rest: Promise<void> | undefined;
  return {
    at(path) {
      const address = path === '/' ? '/index.html' : path;
      readNow(address);
      return read.get(address);
    },
    readAll: () => (rest ??= readRest()),
  };
}

/**
 * Lists the files in a folder as addresses below it. Thirty times as fast as Node's recursive `readdir`, half of
 * whose time goes into path functions.
 */
function filesIn(root: string, address: string): string[] {
  return readdirSync(root + address, { withFileTypes: true }).flatMap((entry) => {
    const inside = `${address}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, inside) : [inside];
  });
}

function forward(request: IncomingMessage, devServer: URL): RequestOptions {
  return {
    host: devServer.hostname,
    port: devServer.port,
    method: request.method,
    path: request.url,
    headers: { ...request.headers, host: devServer.host },
  };
}

/** In development: proxies the page from Vite's server. */
export function proxyDevServer(devServer: URL): Pages {
  return (request, response) => {
    const passed = httpRequest(forward(request, devServer), (answer) => {
      const [path = '/'] = (request.url ?? '/').split('?', 1);
      for (const [name, value] of Object.entries(developmentHeaders(path))) response.setHeader(name, value);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  };
}

/** In development: proxies Vite's WebSocket, by which it reloads the page. */
export function proxyDevUpgrade(devServer: URL) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const passed = httpRequest(forward(request, devServer));
    passed.on('error', () => socket.destroy());
    passed.on('upgrade', (answer, far) => {
      const headers = answer.rawHeaders.flatMap((name, at, all) =>
        at % 2 ? [] : [`${name}: ${all[at + 1]}`],
      );
      socket.write(['HTTP/1.1 101 Switching Protocols', ...headers, '', ''].join('\r\n'));
      far.on('error', () => socket.destroy());
      socket.on('error', () => far.destroy());
      far.write(head);
      far.pipe(socket).pipe(far);
    });
    passed.end();
  };
}
