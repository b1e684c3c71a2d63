import { protocol } from 'electron';
import type { PageFiles } from '../http/static-files.ts';
import { securityHeaders } from '../http/security-headers.ts';

const origin = 'app://parley';
export const pageUrl = `${origin}/index.html`;

/** To be called before Electron is ready: makes the scheme behave like https. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page at `app://parley/`, under the same policies as the browser host. */
export function serveAppScheme(files: PageFiles): void {
  protocol.handle('app', ({ url, method }) => {
    if (method !== 'GET') return refusal(405);
    const { host, pathname } = new URL(url);
    const file = host === 'parley' ? files.at(pathname) : undefined;
    if (file === undefined) return refusal(404);
    const { plain, type } = file;
    const headers = { ...securityHeaders, ...file.headers, 'Content-Type': type };
    return new Response(new Uint8Array(plain), { headers });
  });
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: securityHeaders });
}
