import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './access.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const words: Record<Refusal['reason'], { title: string; text: string }> = {
  credential: {
    title: 'This address needs its token',
    text: 'Open the whole address that Parley printed when it started: it ends in “?token=…”. If that terminal is gone, run parley again: it prints the address of the Parley that is running.',
  },
  host: {
    title: 'This name does not lead here',
    text: 'Parley answers only on this machine: use localhost or 127.0.0.1 in the address. From another machine, use an SSH tunnel.',
  },
  origin: {
    title: 'Another site tried to use Parley',
    text: 'The request came from a page that is not Parley’s own, so nothing was done.',
  },
};

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:34rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.25rem}';

function page({ title, text }: { title: string; text: string }): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Parley: ${title}</title><style>${style}</style><main><h1>${title}</h1><p>${text}</p></main></html>\n`;
}

/** Refuses a request: a page for a person's browser, a line of text for everything else. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const said = words[refusal.reason];
  const isForPerson = request.headers.accept?.includes('text/html') ?? false;
  const styleHash = createHash('sha256').update(style).digest('base64');
  response.writeHead(refusal.status, {
    'Content-Type': `text/${isForPerson ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Security-Policy': contentSecurityPolicy.replace(
      "style-src 'self'",
      `style-src 'sha256-${styleHash}'`,
    ),
    'Cache-Control': 'no-store',
    ...(refusal.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    Connection: 'close',
  });
  response.end(isForPerson ? page(said) : `${said.title}. ${said.text}\n`);
}
