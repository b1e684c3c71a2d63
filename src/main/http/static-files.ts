import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

export type Pages = (request: IncomingMessage, response: ServerResponse, notFound: () => void) => void;

const cacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store';

/** Serves the built renderer, in the compressed form the build left beside each file. */
export const serveStaticFiles = (rendererDir: string): Pages =>
  sirv(rendererDir, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => response.setHeader('Cache-Control', cacheControl(path)),
  });
