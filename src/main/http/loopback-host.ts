import { randomBytes } from 'node:crypto';
import type { AnyRouter } from '@orpc/server';
import { mcpPath } from '../../shared/host/companion-file.ts';
import {
  announceCompanion,
  companionAddress,
  recallHost,
  rememberHost,
  withdrawCompanion,
} from '../discovery/companion.ts';
import type { McpEndpoint } from '../outside/mcp/mcp-endpoint.ts';
import type { ClientTokens } from './client-tokens.ts';
import { closerOf, listen, type RequestedPort } from './listen.ts';
import { type PageFiles, proxyDevServer, proxyDevUpgrade } from './page-files.ts';
import { createMcpRequests, createLoopbackServer, type ServerOptions } from './server.ts';
import type { Show } from './show-request.ts';
import { type PageData, serveStaticFiles } from './static-files.ts';
import type { FrameLog } from './rpc-frames.ts';
import { createRpcEndpoint } from './web-socket.ts';

export type LoopbackOptions = {
  dataDir: string;
  version: string;
  /** `undefined`: the port used last if it is free, else any; 0: any. */
  port: number | undefined;
  page: PageSource;
  /** Returns the data embedded in the page. */
  pageData: () => PageData;
  router: () => Promise<AnyRouter>;
  /** Opens the MCP endpoint, with its first request. */
  mcp: () => Promise<McpEndpoint>;
  clientTokens: ClientTokens;
  show: Show;
  /** Does what can wait until the host has answered. */
  prepare: () => void;
  log: FrameLog;
};

/** The source of the page: the build, or Vite's server in development. */
export type PageSource = { kind: 'built'; files: PageFiles } | { kind: 'dev-server'; address: string };

/** Pause after the start, in milliseconds, in which the first page is served before anything else is done. */
const prepareAfterMs = 100;

/** `address` is what a person opens, token included. */
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

/** Serves the app on 127.0.0.1 and announces it in the data dir. Throws CannotListen. */
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
  // Also where the process ends in a hurry: the file has the token.
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
