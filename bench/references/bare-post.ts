import { type ReferenceServer, startReferenceServer } from './reference-server.ts';

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Bare post</title><link rel="icon" href="data:,"></head>
  <body>
    <button>Submit</button>
    <main role="log"></main>
    <script>
      document.querySelector('button').addEventListener('click', async () => {
        const response = await fetch('/', { method: 'POST', body: 'A' });
        document.querySelector('main').textContent = await response.text();
      });
    </script>
  </body>
</html>`;

export type BarePost = ReferenceServer & {
  /** When the post came in that was posted last, in this process's time. */
  postedAt(): number;
};

/** The least that sends an answer: a click that posts to a plain server, and paints the reply. */
export async function startBarePost(reply: () => string): Promise<BarePost> {
  let at = Number.NaN;
  const server = await startReferenceServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      return void response.end(page);
    }
    request.resume().on('end', () => {
      at = performance.now();
      response.end(reply());
    });
  });
  return { ...server, postedAt: () => at };
}
