import { once } from 'node:events';
import { createServer } from 'node:http';

/** A site that has nothing to do with Parley, on another port of this machine; it serves an empty page. */
export async function foreignSite(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    port: address.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
