import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/** A status that it answers with in place of what was asked for. */
type Refusal = { status: number; words: string };

/**
 * A forward proxy as companies have it (squid, tinyproxy): HTTPS by a tunnel, and to its ports alone, HTTP as it is. Every
 * name is this machine. `refusing` has it turn all down; `wants` are the name and password it asks for.
 */
export async function startForwardProxy({ refusing, wants }: { refusing?: Refusal; wants?: string } = {}) {
  const seen: string[] = [];
  const sockets = new Set<Duplex>();
  const refusalOf = ({ headers }: IncomingMessage): Refusal | undefined => {
    if (refusing !== undefined) return refusing;
    const given = headers['proxy-authorization'] === `Basic ${Buffer.from(wants ?? '').toString('base64')}`;
    return wants === undefined || given ? undefined : { status: 407, words: 'Proxy Authentication Required' };
  };
  const proxy = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { url = '', method, headers } = request;
    seen.push(`${method} ${url}`);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return void response.writeHead(refusal.status, refusal.words).end();
    const { port, pathname, search } = new URL(url);
    const sent = forward({ host: '127.0.0.1', port, method, path: pathname + search, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.writeHead(502).end());
    request.pipe(sent);
  });
  proxy.on('connect', (request: IncomingMessage, client: Duplex) => {
    const { url = '' } = request;
    seen.push(`CONNECT ${url}`);
    sockets.add(client);
    client.on('error', () => {});
    const refusal =
      refusalOf(request) ?? (url.endsWith(':80') ? { status: 403, words: 'Forbidden' } : undefined);
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal.status} ${refusal.words}\r\n\r\n`);
    const target: Socket = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = z.object({ port: z.number() }).parse(proxy.address());
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, seen };
}
