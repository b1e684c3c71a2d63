import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';

/** A server in front of another one: adds a bearer token and passes everything else on unchanged. */
export async function startBearerProxy(url: string, token: string): Promise<{ proxy: Server; url: string }> {
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const target = new URL(request.url ?? '/', url);
    const passedOn = httpRequest(target, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    response.on('close', () => passedOn.destroy());
    request.pipe(passedOn);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return { proxy, url: `http://127.0.0.1:${address.port}${new URL(url).pathname}` };
}
