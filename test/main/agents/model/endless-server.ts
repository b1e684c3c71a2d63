import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { describesModel } from './provider-proxy.ts';

/** A server's answer: its head, then pieces for as long as the client takes them, by their number. */
export type Endless = {
  status?: number;
  headers?: Record<string, string>;
  pieces: (number: number) => string | Buffer;
};

/**
 * A server that never stops sending, but to what `answer` returns null for; it stands for a broken or hostile peer of any kind. `cutOff` resolves with the bytes it could send once the client has
 * closed the connection of an answer.
 */
export async function startEndlessServer(answer: (request: IncomingMessage) => Endless | null) {
  const cutOff = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    const { socket } = request;
    socket.on('error', () => undefined);
    const endless = request.url === describesModel ? null : answer(request);
    if (endless === null) {
      response.writeHead(404).end();
      return;
    }
    request.resume().on('end', () => void send(response, endless));
    response.on('close', () => cutOff.resolve(socket.bytesWritten));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, cutOff: cutOff.promise };
}

async function send(
  response: ServerResponse,
  { status = 200, headers = {}, pieces }: Endless,
): Promise<void> {
  response.writeHead(status, headers);
  const over = once(response, 'close');
  for (let number = 0; !response.destroyed; number += 1) {
    if (!response.write(pieces(number))) await Promise.race([once(response, 'drain'), over]);
  }
}
