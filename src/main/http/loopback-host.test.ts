import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { closerOf, listen } from './loopback-host.ts';

const others = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

function reaches(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  onTestFinished(() => void socket.destroy());
  return Promise.race([
    once(socket, 'connect').then(() => true),
    new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false));
    }),
  ]);
}

it.runIf(others.length > 0)('a host is reached from this machine by its loopback address only', async () => {
  const server = createServer((_request, response) => response.end());
  const close = closerOf(server);
  onTestFinished(close);
  const port = await listen(server, { kind: 'any' });
  expect(await reaches('127.0.0.1', port)).toBe(true);
  for (const address of others) expect(await reaches(address, port)).toBe(false);
});
