import { once } from 'node:events';
import type { Server } from 'node:http';

/** Which port: exactly one, any free one, or the one used last if it happens to be free. */
export type PortWish =
  | { kind: 'exactly'; port: number }
  | { kind: 'any' }
  | { kind: 'preferably'; port: number };

const tryPort = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};

/** Listens on 127.0.0.1 and returns the port; throws what the system says about it. */
export const listen = async (server: Server, wish: PortWish): Promise<number> => {
  switch (wish.kind) {
    case 'exactly':
      return tryPort(server, wish.port);
    case 'any':
      return tryPort(server, 0);
    case 'preferably':
      return tryPort(server, wish.port).catch(() => tryPort(server, 0));
  }
};

/** Says in a sentence for a person why a port could not be had. */
export const listenProblem = (error: unknown, port: number | undefined): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Choose another with --port, or --port 0 for any free one.`;
  if (code === 'EACCES')
    return `Port ${port} is not allowed for this account. Choose one above 1023 with --port.`;
  return `Parley cannot listen on 127.0.0.1 (${error instanceof Error ? error.message : String(error)}).`;
};

/** Stops listening and drops every connection. */
export const closeServer = async (server: Server): Promise<void> => {
  const closed = server.listening ? once(server, 'close') : undefined;
  server.close();
  server.closeAllConnections();
  await closed;
};
