import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AnyRouter } from '@orpc/server';
import { mcpPath } from '../../shared/host/companion-file.ts';
import { errorCode, messageOf } from '../../shared/thrown-error.ts';
import {
  announceCompanion,
  companionAddress,
  recallHost,
  rememberHost,
  withdrawCompanion,
} from '../discovery/companion.ts';
import type { McpEndpoint } from '../outside/mcp/mcp-endpoint.ts';
import type { ClientTokens } from './client-tokens.ts';
import type { FrameLog } from './rpc-frames.ts';
import { createLoopbackServer, createMcpRequests, type ServerOptions } from './server.ts';
import type { Show } from './show-request.ts';
import {
  type PageData,
  type PageFiles,
  proxyDevServer,
  proxyDevUpgrade,
  serveStaticFiles,
} from './static-files.ts';
import { createRpcEndpoint } from './web-socket.ts';

type LoopbackOptions = {
  dataDir: string;
  version: string;
  /** `undefined`: the last port if it is free, else any; 0: any. */
  port: number | undefined;
  page: PageSource;
  /** Returns the data embedded in the page. */
  pageData: () => PageData;
  router: () => Promise<AnyRouter>;
  /** Opens the MCP endpoint, on its first request. */
  mcp: () => Promise<McpEndpoint>;
  clientTokens: ClientTokens;
  show: Show;
  /** Does what can wait until the host has answered. */
  prepare: () => void;
  log: FrameLog;
};

/** The built page, or Vite's server in development. */
export type PageSource = { kind: 'built'; files: PageFiles } | { kind: 'dev-server'; address: string };

/** The delay after the start, in milliseconds, in which the first page has priority. */
const prepareAfterMs = 100;

/** `address` is what a person opens, with the token. */
export type LoopbackHost = { address: string; close(): Promise<void> };

function requestedPort(asked: number | undefined, last: number | undefined): RequestedPort {
  if (asked === 0 || (asked === undefined && last === undefined)) return { kind: 'any' };
  return asked === undefined ? { kind: 'preferably', port: last ?? 0 } : { kind: 'exactly', port: asked };
}

function pagesFor({ page, pageData }: LoopbackOptions): Pick<ServerOptions, 'pages' | 'otherUpgrade'> {
  switch (page.kind) {
    case 'built':
      return { pages: serveStaticFiles(page.files, pageData) };
    case 'dev-server': {
      const url = new URL(page.address);
      return { pages: proxyDevServer(url), otherUpgrade: proxyDevUpgrade(url) };
    }
  }
}

/** Serves the app on 127.0.0.1 and announces it in the data folder. Throws CannotListen. */
export async function startLoopbackHost(options: LoopbackOptions): Promise<LoopbackHost> {
  const { dataDir, version, port: asked, router, show, log, clientTokens } = options;
  const mcp = createMcpRequests(options.mcp);
  const memory = await recallHost(dataDir);
  const token = randomBytes(32).toString('base64url');
  const rpc = createRpcEndpoint({ router, log });
  const server = createLoopbackServer({
    ...pagesFor(options),
    secrets: { token, cookieSecret: memory.cookieSecret },
    rpc,
    mcp,
    clientTokens,
    show,
  });
  const close = closerOf(server);
  const port = await listen(server, requestedPort(asked, memory.port));
  const url = `http://127.0.0.1:${port}`;
  if (asked === undefined && port !== memory.port) await rememberHost(dataDir, { ...memory, port });
  // Also when the process exits in a hurry: the file has the token.
  const withdraw = () => withdrawCompanion(dataDir);
  process.once('exit', withdraw);
  await announceCompanion(dataDir, {
    pid: process.pid,
    url,
    mcpUrl: url + mcpPath,
    token,
    version,
    startedAt: new Date().toISOString(),
  });
  const preparing = setTimeout(() => {
    if (options.page.kind === 'built') void options.page.files.readAll();
    rpc.prepare();
    options.prepare();
  }, prepareAfterMs).unref();
  return {
    address: companionAddress({ url, token }),
    close: async () => {
      clearTimeout(preparing);
      withdraw();
      process.off('exit', withdraw);
      rpc.close();
      await mcp.close();
      await close();
    },
  };
}

/** Exactly one port, any free one, or the last one if it is free. */
type RequestedPort =
  | { kind: 'exactly'; port: number }
  | { kind: 'any' }
  | { kind: 'preferably'; port: number };

/** The port is not available; the message tells a person why and what to do. */
export class CannotListen extends Error {}

/** Listens on 127.0.0.1 and returns the port. Throws CannotListen. */
export async function listen(server: Server, requested: RequestedPort): Promise<number> {
  switch (requested.kind) {
    case 'exactly':
      return tryPort(server, requested.port);
    case 'any':
      return tryPort(server, 0);
    case 'preferably':
      return tryPort(server, requested.port).catch(() => tryPort(server, 0));
  }
}

async function tryPort(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw new CannotListen(listenProblem(error, port), { cause: error });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function listenProblem(error: unknown, port: number): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Choose another with --port, or --port 0 for any free one.`;
  if (code === 'EACCES')
    return `Port ${port} is not allowed for this account. Choose one above 1023 with --port.`;
  return `Parley cannot listen on 127.0.0.1 (${messageOf(error)}).`;
}

/**
 * Returns a function that stops listening and drops every connection. To be called before the server listens,
 * which does not track upgraded connections itself.
 */
export function closerOf(server: Server): () => Promise<void> {
  const upgraded = new Set<{ destroy(): void }>();
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
  });
  return async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
    await closed;
  };
}
