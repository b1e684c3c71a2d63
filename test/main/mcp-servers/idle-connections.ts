import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens connections to an address on this machine that send nothing, one after the other; returns them. */
export async function idleConnections(address: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
    socket.on('error', () => undefined).resume();
    sockets.push(socket);
    await once(socket, 'connect');
  }
  return sockets;
}
