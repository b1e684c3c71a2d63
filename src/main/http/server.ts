import type { McpEndpoint } from '../outside/mcp/mcp-endpoint.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { mcpPath } from '../../shared/host/companion-file.ts';
import {
  type AccessRequest,
  bearsToken,
  checkAccess,
  pathOf,
  refuse,
  type Secrets,
  sessionCookie,
} from './access.ts';
import type { ClientTokens } from './client-tokens.ts';
import { securityHeaders } from './security-headers.ts';
import { answerShowRequest, type Show } from './show-request.ts';
import type { Pages } from './static-files.ts';
import { boundUnauthenticated, type UnauthenticatedSockets } from '../unauthenticated-sockets.ts';
import { closeWith, type RpcEndpoint } from './web-socket.ts';

// Not imported: an import reads every property of the module, and one of them loads all of Node's HTTP client.
const { createServer } = process.getBuiltinModule('node:http');

/**
 * Time limits for the head and the whole of a request, and how often they are checked, in milliseconds. A
 * response has no limit.
 */
export type RequestTimes = {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
};

const usualTimes: RequestTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

export type ServerOptions = {
  secrets: Secrets;
  pages: Pages;
  rpc: RpcEndpoint;
  mcp: McpRequests;
  clientTokens: ClientTokens;
  show: Show;
  /** Handles upgrades of other paths than `/rpc`; refused without it. */
  otherUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** For tests. */
  times?: RequestTimes;
};

function accessRequest({ url = '/', headers }: IncomingMessage): AccessRequest {
  return {
    url,
    host: headers.host,
    origin: headers.origin,
    authorization: headers.authorization,
    cookie: headers.cookie,
    fetchSite: headers['sec-fetch-site'],
    fetchDest: headers['sec-fetch-dest'],
  };
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}

/** Gives a page that was opened by its token the cookie that a reload, a new tab or the next host accepts. */
function startSession(asked: AccessRequest, response: ServerResponse, secrets: Secrets): void {
  if (!bearsToken(asked, secrets.token)) return;
  const { name, value } = sessionCookie(asked.host ?? '', secrets.cookieSecret);
  response.setHeader('Set-Cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000`);
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { secrets, pages, show, mcp, clientTokens }: ServerOptions,
  unauthenticated: UnauthenticatedSockets,
): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const asked = accessRequest(request);
  const access = checkAccess(asked, secrets, clientTokens.accepts);
  const path = pathOf(asked.url);
  if (access.allowed) unauthenticated.admit(request.socket);
  if (!access.allowed) refuse(request, response, access);
  else if (path === mcpPath) {
    if (access.by === 'cookie') return refuse(request, response, { status: 401, reason: 'credential' });
    if (access.by === 'client-token') clientTokens.hold(response);
    mcp.handle(request, response).catch(() => response.destroy());
  } else if (request.method === 'POST' && path === '/companion/show')
    answerShowRequest(request, response, show).catch(() => response.destroy());
  else if (request.method !== 'GET' && request.method !== 'HEAD')
    end(response, 405, 'This can only be read.');
  else {
    if (path === '/') startSession(asked, response, secrets);
    pages(request, response, () => end(response, 404, 'There is nothing at this address.'));
  }
}

function refuseUpgrade(socket: Duplex, status: 401 | 403 | 404): void {
  const phrase = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }[status];
  closeWith(socket, `HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function upgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  options: ServerOptions,
  unauthenticated: UnauthenticatedSockets,
): void {
  socket.on('error', () => socket.destroy());
  const asked = accessRequest(request);
  const access = checkAccess(asked, options.secrets, () => false);
  if (access.allowed) unauthenticated.admit(socket);
  if (!access.allowed) refuseUpgrade(socket, access.status);
  else if (pathOf(asked.url) === '/rpc')
    options.rpc.upgrade(request, socket, head).catch(() => socket.destroy());
  else if (options.otherUpgrade) options.otherUpgrade(request, socket, head);
  else refuseUpgrade(socket, 404);
}

/** The loopback server of both hosts. Every request is checked before anything else reads it. */
export function createLoopbackServer(options: ServerOptions): Server {
  const server = createServer(options.times ?? usualTimes);
  const unauthenticated = boundUnauthenticated(server);
  server.on('request', (request, response) => respond(request, response, options, unauthenticated));
  server.on('upgrade', (request, socket, head) => upgrade(request, socket, head, options, unauthenticated));
  return server;
}

/** The MCP endpoint, whose libraries load with the first request. */
type McpRequests = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

export function createMcpRequests(open: () => Promise<McpEndpoint>): McpRequests {
  let opened: Promise<McpEndpoint> | undefined;
  return {
    handle: async (request, response) => (await (opened ??= open())).handle(request, response),
    close: async () => (await opened)?.close(),
  };
}
