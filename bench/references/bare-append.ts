import type { ServerResponse } from 'node:http';
import { type ReferenceServer, startReferenceServer } from './reference-server.ts';

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Bare append</title><link rel="icon" href="data:,"></head>
  <body>
    <main role="log" style="height: 90vh; overflow-y: auto; white-space: pre-wrap"></main>
    <script>
      const text = document.querySelector('main').appendChild(new Text());
      let arrived = '';
      async function read() {
        const { body } = await fetch('/stream');
        for await (const piece of body.pipeThrough(new TextDecoderStream())) {
          if (arrived === '') requestAnimationFrame(() => {
            text.appendData(arrived);
            arrived = '';
          });
          arrived += piece;
        }
      }
    </script>
  </body>
</html>`;

/** The least that shows a stream: its text appended to one node, once a frame. `read()` in the page begins it. */
export function startBareAppend(pieces: readonly string[]): Promise<ReferenceServer> {
  return startReferenceServer((request, response) => {
    if (request.url === '/stream') return sendAll(response, pieces);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page);
  });
}

function sendAll(response: ServerResponse, pieces: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  for (const piece of pieces) response.write(piece);
  response.end();
}
