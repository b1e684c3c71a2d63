import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { developmentPolicy } from './security-headers.ts';
import type { Pages } from './static-files.ts';

function forward(request: IncomingMessage, devServer: URL): RequestOptions {
  return {
    host: devServer.hostname,
    port: devServer.port,
    method: request.method,
    path: request.url,
    headers: { ...request.headers, host: devServer.host },
  };
}

/** In development: the page comes from Vite's server, on this host's address. */
export function proxyDevServer(devServer: URL): Pages {
  return (request, response) => {
    const passed = httpRequest(forward(request, devServer), (answer) => {
      response.setHeader('Content-Security-Policy', developmentPolicy);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  };
}

/** In development: Vite's own WebSocket, by which it reloads the page. */
export function proxyDevUpgrade(devServer: URL) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const passed = httpRequest(forward(request, devServer));
    passed.on('error', () => socket.destroy());
    passed.on('upgrade', (answer, far) => {
      const headers = answer.rawHeaders.flatMap((name, at, all) =>
        at % 2 ? [] : [`${name}: ${all[at + 1]}`],
      );
      socket.write(['HTTP/1.1 101 Switching Protocols', ...headers, '', ''].join('\r\n'));
      far.on('error', () => socket.destroy());
      socket.on('error', () => far.destroy());
      far.write(head);
      far.pipe(socket).pipe(far);
    });
    passed.end();
  };
}
