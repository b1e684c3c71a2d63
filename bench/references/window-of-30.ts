import { Marked } from 'marked';
import { type ChatWorkload, textsOf } from '../workloads/write-chat.ts';

const markdown = new Marked();

/** The least that shows the end of a chat: its last 30 messages as HTML, put into the page by a click. */
export function windowOf30(workload: ChatWorkload): string {
  const html = textsOf(workload)
    .slice(-30)
    .map((text) => `<article>${markdown.parse(text, { async: false })}</article>`)
    .join('');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8"><title>Window of 30</title><link rel="icon" href="data:,">
    <style>main { height: 90vh; overflow-y: auto }</style>
  </head>
  <body>
    <button>Open</button>
    <main role="log"></main>
    <script>
      const html = ${JSON.stringify(html).replaceAll('<', '\\u003c')};
      document.querySelector('button').addEventListener('click', () => {
        const log = document.querySelector('main');
        log.innerHTML = html;
        log.scrollTop = log.scrollHeight;
      });
    </script>
  </body>
</html>`;
}
