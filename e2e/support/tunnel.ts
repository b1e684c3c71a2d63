import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A tunnel to a port of this machine, as SSH or a proxy makes one. */
export type Tunnel = {
  port: number;
  /** Accepts connections and everything sent, and passes nothing on, like a tunnel whose other end is gone. */
  swallow(): void;
  /** Passes on what comes by new connections. Those from before stay dead. */
  mend(): void;
  close(): void;
};

export async function openTunnel(target: number): Promise<Tunnel> {
  const sockets = new Set<Socket>();
  let swallows = false;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy());
    if (swallows) return near.resume();
    const far = connect(target, '127.0.0.1');
    sockets.add(far);
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the tunnel has no port');
  return {
    port: address.port,
    swallow() {
      swallows = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    mend: () => (swallows = false),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
