import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { PageFile, PageFiles } from './page-files.ts';

export type Pages = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

/** The data embedded in the page, so that its first paint needs no request. */
export type PageData = {
  /** `data-` attributes of the page's root element by their names in scripts: Parley's own words. */
  look: Readonly<Record<string, string>>;
  /** The first item of the app's feed: the list, the settings, and from where on the page follows. */
  appItem: object;
};

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

/** The built page with its data: attributes, and a block that no browser runs. */
export function withData(page: string, { look, appItem }: PageData): string {
  const attributes = Object.entries(look).map(
    ([name, value]) => ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  const block = `<script type="application/json">${asText(appItem)}</script>`;
  return page
    .replace('<html', () => `<html${attributes.join('')}`)
    .replace('</body>', () => `${block}</body>`);
}

/** JSON in which no text of anybody can end the block or open a comment. */
function asText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
