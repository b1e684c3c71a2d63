import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type PageData, withData } from './page-data.ts';
import type { PageFile, PageFiles } from './page-files.ts';

export type Pages = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

type Encoded = { body: Buffer; headers: OutgoingHttpHeaders };

/** Serves the built page, with its data if there are any, and its files in the smallest form that the browser takes. */
export function serveStaticFiles(files: PageFiles, pageData?: () => PageData): Pages {
  return (request, response, notFound) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const file = files.at(path);
    if (file === undefined) return notFound();
    const { body, headers } =
      file.policy === undefined ? encodedFor(file, request.headers) : asPage(file, file.policy, pageData?.());
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

function asPage({ plain }: PageFile, policy: string, data: PageData | undefined): Encoded {
  return {
    body: data === undefined ? plain : Buffer.from(withData(plain.toString(), data)),
    headers: { 'Content-Security-Policy': policy },
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
