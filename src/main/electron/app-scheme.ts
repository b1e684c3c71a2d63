import { join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { securityHeaders } from '../http/security-headers.ts';

const origin = 'app://parley';
export const pageUrl = `${origin}/index.html`;

/** Call before Electron is ready: the scheme is to behave like https. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);

const refusal = (status: number): Response => new Response(null, { status, headers: securityHeaders });

/** The file of an address, or `undefined` for one outside the folder. */
const fileOf = (address: string, rendererDir: string): string | undefined => {
  const { host, pathname } = new URL(address);
  if (host !== 'parley') return undefined;
  try {
    const file = normalize(join(rendererDir, decodeURIComponent(pathname)));
    return file.startsWith(rendererDir + sep) && !file.includes('\0') ? file : undefined;
  } catch {
    return undefined;
  }
};

/** Serves the built renderer at `app://parley/` under the same policy as the browser host. */
export const serveAppScheme = (rendererDir: string): void =>
  protocol.handle('app', async ({ url, method }) => {
    if (method !== 'GET') return refusal(405);
    const file = fileOf(url, rendererDir);
    if (file === undefined) return refusal(404);
    try {
      const found = await net.fetch(pathToFileURL(file).href);
      const headers = { ...securityHeaders, 'Content-Type': found.headers.get('content-type') ?? '' };
      return new Response(found.body, { status: found.status, headers });
    } catch {
      return refusal(404);
    }
  });
