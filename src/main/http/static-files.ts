import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { PageFile, PageFiles } from './page-files.ts';

export type Pages = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

type Encoded = { body: Buffer; headers: OutgoingHttpHeaders };

/** What the page's root element is given beside its language: `data-` attributes by their names in scripts. */
export type RootData = Readonly<Record<string, string>>;

/** Serves the built page, in the smallest form that the browser takes. */
export function serveStaticFiles(files: PageFiles, rootData: () => RootData = () => ({})): Pages {
  return (request, response, notFound) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const file = files.at(path);
    if (file === undefined) return notFound();
    const { body, headers } = file.type.startsWith('text/html')
      ? { body: withRootData(file.plain, rootData()), headers: {} }
      : encodedFor(file, request.headers);
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

/** Names and values are Parley's own words and need no escaping. */
function withRootData(page: Buffer, data: RootData): Buffer {
  const attributes = Object.entries(data).map(
    ([name, value]) => ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  return Buffer.from(page.toString().replace('<html', `<html${attributes.join('')}`));
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
