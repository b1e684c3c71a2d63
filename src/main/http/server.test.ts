import { once } from 'node:events';
import { mkdtemp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { type RouterClient, os } from '@orpc/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { findCompanion } from '../discovery/companion.ts';
import { createClientTokens } from './client-tokens.ts';
import { CannotListen, type LoopbackHost, type PageSource, startLoopbackHost } from './loopback-host.ts';
import { openPageFiles } from './static-files.ts';

const router = { greet: os.handler(() => 'hello') };

let dataDir: string;
let host: LoopbackHost;
let url: URL;
let token: string;
let shown: (string | undefined)[];
let page: PageSource;
let noted: unknown[];

function start(port: number | undefined): Promise<LoopbackHost> {
  return startLoopbackHost({
    dataDir,
    version: '1.2.3',
    port,
    page,
    pageData: () => ({ look: { textSize: 'large' }, appItem: {} }),
    router: async () => router,
    mcp: async () => ({
      handle: async (_request, response) => void response.end('mcp'),
      close: async () => undefined,
    }),
    clientTokens: createClientTokens(dataDir),
    prepare: () => undefined,
    show: async ({ workspace: folder }) => {
      shown.push(folder);
      return folder === '/gone' ? 'This folder is gone.' : undefined;
    },
    log: { info: (...line) => void noted.push(line), error: () => 'reference' },
  });
}

function use(started: LoopbackHost): void {
  host = started;
  url = new URL(started.address);
  token = url.searchParams.get('token') ?? '';
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-http-'));
  shown = [];
  noted = [];
  await mkdir(join(dataDir, 'renderer', 'assets'), { recursive: true });
  await writeFile(join(dataDir, 'renderer', 'index.html'), '<html><style>i{}</style><body></body></html>');
  await writeFile(join(dataDir, 'renderer', 'assets', 'app-1.js'), 'export {};');
  await writeFile(join(dataDir, 'renderer', 'assets', 'app-1.js.br'), 'brotli');
  await writeFile(join(dataDir, 'renderer', 'assets', 'app-1.js.gz'), 'gzip');
  await writeFile(join(dataDir, 'secret.txt'), 'not for the page');
  page = { kind: 'built', files: openPageFiles(join(dataDir, 'renderer')) };
  use(await start(0));
});

afterEach(async () => {
  await host.close();
  await rm(dataDir, { recursive: true });
});

type Asked = { method?: string; path?: string; headers?: OutgoingHttpHeaders; body?: string };
type Reply = { status: number | undefined; headers: Record<string, unknown>; text: string };

async function fetchPath({ method = 'GET', path = '/', headers = {}, body }: Asked): Promise<Reply> {
  const sent = httpRequest({ host: '127.0.0.1', port: url.port, method, path, headers });
  sent.end(body);
  const response = await new Promise<IncomingMessage>((resolve) => sent.once('response', resolve));
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

async function sessionOf(): Promise<string> {
  const { headers } = await fetchPath({ path: `/?token=${token}` });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

async function upgradeStatus(path: string, headers: OutgoingHttpHeaders): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${url.port}${path}`, { headers });
  socket.on('error', () => undefined);
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    new Promise<number>((resolve) => {
      socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    }),
  ]);
  socket.terminate();
  return status;
}

test('without a credential every path is 401', async () => {
  for (const path of ['/', '/assets/app-1.js', '/missing', '/rpc', '/?token=wrong'])
    expect((await fetchPath({ path })).status).toBe(401);
  expect((await fetchPath({ method: 'POST', path: '/companion/show', body: '{}' })).status).toBe(401);
});

test('a person without the token reads what to do', async () => {
  const { headers, text } = await fetchPath({ headers: { accept: 'text/html' } });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('Open the whole address that Parley printed');
});

test('a foreign Host or Origin is 403 even with the token', async () => {
  const path = `/?token=${token}`;
  expect((await fetchPath({ path, headers: { host: `evil.com:${url.port}` } })).status).toBe(403);
  expect((await fetchPath({ path, headers: { origin: 'http://evil.com' } })).status).toBe(403);
});

test('the page sets a cookie that opens everything else', async () => {
  const page = await fetchPath({ path: `/?token=${token}` });
  expect(page.text).toMatch(/^<html data-text-size="large"><style>.*<body>.*type="application\/json"/);
  expect(page.headers['content-security-policy']).toMatch(/; style-src 'self' 'sha256-[\w+/=]+';/);
  expect(String(page.headers['set-cookie'])).toMatch(
    new RegExp(`^parley_${url.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict`),
  );
  const asset = await fetchPath({ path: '/assets/app-1.js', headers: { cookie: await sessionOf() } });
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(asset.headers['content-security-policy']).not.toContain('sha256');
});

test('the page stays whole when a new build takes its folder away', async () => {
  const cookie = await sessionOf();
  if (page.kind === 'built') await page.files.readAll();
  await rm(join(dataDir, 'renderer'), { recursive: true });
  for (const path of ['/', '/assets/app-1.js', '/index.html?again'])
    expect((await fetchPath({ path, headers: { cookie } })).status).toBe(200);
});

test('a file comes in the smallest form the browser takes', async () => {
  const cookie = await sessionOf();
  const get = (encodings: string, method = 'GET') =>
    fetchPath({ method, path: '/assets/app-1.js', headers: { cookie, 'accept-encoding': encodings } });
  expect(await get('gzip, deflate, br')).toMatchObject({
    text: 'brotli',
    headers: { 'content-encoding': 'br', 'content-type': 'text/javascript; charset=utf-8' },
  });
  expect(await get('gzip')).toMatchObject({ text: 'gzip', headers: { 'content-encoding': 'gzip' } });
  expect((await get('identity')).text).toBe('export {};');
  expect(await get('br', 'HEAD')).toMatchObject({ text: '', headers: { 'content-length': '6' } });
});

test('every answer carries the security headers', async () => {
  for (const path of ['/', `/?token=${token}`, `/missing?token=${token}`]) {
    const { headers } = await fetchPath({ path });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
});

test('files outside the renderer stay out of reach', async () => {
  const cookie = await sessionOf();
  for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt'])
    expect((await fetchPath({ path, headers: { cookie } })).status).toBe(404);
});

test('the WebSocket is refused and let in by the same rules', async () => {
  const cookie = await sessionOf();
  expect(await upgradeStatus('/rpc', {})).toBe(401);
  expect(await upgradeStatus('/rpc', { cookie, origin: 'http://evil.com' })).toBe(403);
  expect(await upgradeStatus('/rpc', { cookie, host: 'evil.com' })).toBe(403);
  expect(await upgradeStatus('/other', { cookie })).toBe(404);
  expect(await upgradeStatus('/rpc', { cookie, origin: url.origin })).toBe(101);
  expect(await upgradeStatus('/rpc', { authorization: `Bearer ${token}` })).toBe(101);
});

function dial(): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${url.port}/rpc`, { headers: { authorization: `Bearer ${token}` } });
}

test('calls travel over the WebSocket', async () => {
  const socket = dial();
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ websocket: socket }));
  expect(await client.greet()).toBe('hello');
  socket.terminate();
});

test('a message that is too long ends its own connection only', async () => {
  const [loud, quiet] = [dial(), dial()];
  await Promise.all([once(loud, 'open'), once(quiet, 'open')]);
  loud.send(Buffer.alloc(9 * 1024 * 1024));
  loud.on('error', () => undefined);
  await once(loud, 'close');
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ websocket: quiet }));
  expect(await client.greet()).toBe('hello');
  quiet.terminate();
});

const nonsense = ['', '{', '[]', '{"i":{}}', '"a secret"', 'a secret', Buffer.from([0, 255, 1])];

test.each(nonsense)('the frame %j ends its own connection, and only its size is noted', async (frame) => {
  const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
  const written = vi.spyOn(process.stderr, 'write');
  const [loud, quiet] = [dial(), dial()];
  await Promise.all([once(loud, 'open'), once(quiet, 'open')]);
  for (const sent of [frame, frame]) loud.send(sent);
  expect(await once(loud, 'close')).toEqual([1007, expect.anything()]);
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ websocket: quiet }));
  expect(await client.greet()).toBe('hello');
  quiet.terminate();
  expect(noted).toEqual([['frame-refused', { bytes: frame.length }]]);
  for (const print of [...printed, written]) expect(print).not.toHaveBeenCalled();
});

test('a tab survives a restart on the same port, the old token does not', async () => {
  const cookie = await sessionOf();
  const old = { port: Number(url.port), token };
  await host.close();
  use(await start(old.port));
  expect((await fetchPath({ headers: { cookie } })).status).toBe(200);
  expect((await fetchPath({ path: `/?token=${old.token}` })).status).toBe(401);
});

test('closing does not wait for a page that holds a WebSocket', async () => {
  const devServer = createServer().on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  await once(devServer.listen(0, '127.0.0.1'), 'listening');
  const address = devServer.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await host.close();
  page = { kind: 'dev-server', address: `http://127.0.0.1:${address.port}/` };
  use(await start(0));
  const headers = { connection: 'Upgrade', upgrade: 'websocket', authorization: `Bearer ${token}` };
  const sent = httpRequest({ host: '127.0.0.1', port: url.port, path: '/hmr', headers });
  sent.end();
  const held = new Promise<Duplex>((resolve) => sent.once('upgrade', (_response, socket) => resolve(socket)));
  const socket = await held;
  const over = once(socket, 'close');
  await host.close();
  await over;
  expect(socket.destroyed).toBe(true);
  devServer.close();
});

test('a port that is taken is said in plain words', async () => {
  const taken = start(Number(url.port));
  await expect(taken).rejects.toThrow(CannotListen);
  await expect(taken).rejects.toThrow(`Port ${url.port} is in use by another program.`);
});

test('without a wish the port used last is used again', async () => {
  await host.close();
  use(await start(undefined));
  const { port } = url;
  await host.close();
  use(await start(undefined));
  expect(url.port).toBe(port);
});

test('a running host is announced for this person only, a closed one is not', async () => {
  expect(await findCompanion(dataDir)).toMatchObject({
    pid: process.pid,
    url: url.origin,
    token,
    version: '1.2.3',
  });
  expect((await stat(join(dataDir, 'companion.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'host.json'))).mode & 0o777).toBe(0o600);
  await host.close();
  expect(await findCompanion(dataDir)).toBeUndefined();
});

test('a second start can have a folder opened, and hears why not', async () => {
  const show = (body: string) =>
    fetchPath({
      method: 'POST',
      path: '/companion/show',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
  expect((await show('{"workspace":"/here"}')).status).toBe(200);
  expect((await show('{}')).status).toBe(200);
  expect(await show('{"workspace":"/gone"}')).toMatchObject({ status: 422, text: 'This folder is gone.' });
  expect((await show('{"workspace":7}')).status).toBe(400);
  expect((await show('{')).status).toBe(400);
  expect((await show(' '.repeat(70_000))).status).toBe(413);
  expect(shown).toEqual(['/here', undefined, '/gone']);
});
