import { createServer, type RequestListener } from 'node:http';

/** A plain server on loopback, and its address. */
export type ReferenceServer = { address: string; close(): Promise<void> };

export async function startReferenceServer(answer: RequestListener): Promise<ReferenceServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    address: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A server of one page. */
export function startPageServer(html: string): Promise<ReferenceServer> {
  return startReferenceServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
}
