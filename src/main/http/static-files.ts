import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type PageFile, type PageFiles, pageFileAt } from './page-files.ts';

export type Pages = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

type Encoded = { body: Buffer; headers: OutgoingHttpHeaders };

/** Serves the built page, in the smallest form that the browser takes. */
export function serveStaticFiles(files: PageFiles): Pages {
  return (request, response, notFound) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const file = pageFileAt(files, path);
    if (file === undefined) return notFound();
    const { body, headers } = encodedFor(file, request.headers);
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Length': body.length,
      'Cache-Control': cacheControl(path),
      Vary: 'Accept-Encoding',
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

function encodedFor({ plain, br, gzip }: PageFile, asked: IncomingHttpHeaders): Encoded {
  const accepted = asked['accept-encoding'] ?? '';
  if (br && /\bbr\b/.test(accepted)) return { body: br, headers: { 'Content-Encoding': 'br' } };
  if (gzip && /\bgzip\b/.test(accepted)) return { body: gzip, headers: { 'Content-Encoding': 'gzip' } };
  return { body: plain, headers: {} };
}

/** Names under `/assets/` carry a hash of their content. */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store';
}
