import { EventEmitter, once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { createClientTokens } from './client-tokens.ts';
import { createLoopbackServer, type RequestTimes } from './server.ts';

const token = 'the-token';
const host = 'Host: 127.0.0.1\r\n';
const bearer = `Authorization: Bearer ${token}\r\n`;
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';

/** A server, its connections as they end, and clients that end their side only on command. */
async function start(times?: RequestTimes) {
  const held = Promise.withResolvers<ServerResponse>();
  const server: Server = createLoopbackServer({
    secrets: { token, cookieSecret: 'secret' },
    pages: (_request, response) => void response.end('the page'),
    rpc: { prepare: () => undefined, upgrade: async () => undefined, close: () => undefined },
    mcp: { handle: async (_request, response) => held.resolve(response), close: async () => undefined },
    show: async () => undefined,
    clientTokens: createClientTokens(temporaryFolder()),
    ...(times && { times }),
  });
  const open = new Set<Socket>();
  const closed = new EventEmitter();
  let closedSoFar = 0;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      closedSoFar += 1;
      closed.emit('one');
    });
  });
  const untilClosed = async (count: number) => {
    while (closedSoFar < count) await once(closed, 'one');
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const dial = async (sent: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(sent);
    return socket;
  };
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { dial, open, untilClosed, held: held.promise };
}

const many = <Result>(make: () => Promise<Result>, count: number) =>
  Promise.all(Array.from({ length: count }, make));

test.each([
  ['without a credential', `GET /rpc HTTP/1.1\r\n${host}${upgrade}\r\n`],
  ['for another host', `GET /rpc HTTP/1.1\r\nHost: evil.test\r\n${upgrade}\r\n`],
  ['of an unknown path, with the token', `GET /other HTTP/1.1\r\n${host}${bearer}${upgrade}\r\n`],
])(
  'upgrades that are refused %s leave no connection, also of clients that never read or end',
  async (_, sent) => {
    const { dial, open, untilClosed } = await start();
    await many(() => dial(sent), 200);
    await untilClosed(200);
    expect(open.size).toBe(0);
  },
);

test('who reads a refused upgrade reads why', async () => {
  const { dial } = await start();
  const socket = await dial(`GET /rpc HTTP/1.1\r\n${host}${upgrade}\r\nmore than was asked for`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
});

test('connections that show no credential are bounded, and shut nobody out who has one', async () => {
  const { dial, open, untilClosed } = await start();
  const known = await dial(`GET / HTTP/1.1\r\n${host}${bearer}\r\n`);
  await once(known, 'readable');
  // The system's queue of connections takes some hundreds at a time.
  for (let rest = 1_400; rest > 0; rest -= 200) await many(() => dial(''), 200);
  await untilClosed(1_400 - 1_000);
  const late = await dial(`GET / HTTP/1.1\r\n${host}${bearer}Connection: close\r\n\r\n`);
  expect(await text(late)).toContain('the page');
  expect(open.size).toBeLessThanOrEqual(1_001);
  expect(known.destroyed || known.readableEnded).toBe(false);
});

test('a request that is slow to arrive is cut off, an answer that takes long is not', async () => {
  const times = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
  const { dial, held } = await start(times);
  const asker = await dial(
    `POST /mcp HTTP/1.1\r\n${host}${bearer}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
  const response = await held;
  const unfinished = `POST /mcp HTTP/1.1\r\n${host}${bearer}Content-Length: 9\r\n\r\n`;
  for (const begun of ['', 'GET / HTTP/1.1\r\nX-Slow: ', unfinished]) {
    const slow = await dial(begun);
    slow.resume();
    await once(slow, 'end');
  }
  response.end('the answer');
  expect(await text(asker)).toContain('the answer');
});
