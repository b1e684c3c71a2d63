import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mcpPath } from '../../shared/host/companion-file.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** The parts of a request that decide on access; header values as they came. */
export type AccessRequest = {
  url: string;
  host?: string | undefined;
  origin?: string | undefined;
  authorization?: string | undefined;
  cookie?: string | undefined;
  /** Set by the browser itself about the requesting page; scripts can't set these. */
  fetchSite?: string | undefined;
  fetchDest?: string | undefined;
};

/** `token` is valid as long as the host runs; cookies derive from `cookieSecret` and outlive it. */
export type Secrets = { token: string; cookieSecret: string };

type Refusal = { status: 401 | 403; reason: 'credential' | 'host' | 'origin' };
/** A `client-token` gives access to MCP only. */
type Access = { allowed: true; by: 'token' | 'cookie' | 'client-token' } | ({ allowed: false } & Refusal);

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i;

export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '/';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares in constant time. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function isOwnOrigin(origin: string, host: string): boolean {
  return [`http://${host}`, `https://${host}`].includes(origin.toLowerCase());
}

/**
 * True for a request that a browser makes for a page of another origin: also of another port on this machine, to
 * which it sends our cookie, and without an `Origin` where the response is only loaded. An address opened in its
 * own tab is not such a request.
 */
function isForOtherPage({ fetchSite, fetchDest }: AccessRequest): boolean {
  return (fetchSite === 'cross-site' || fetchSite === 'same-site') && fetchDest !== 'document';
}

/**
 * Returns the session cookie of an address. Its name has the port that the browser knows, which a tunnel may
 * change.
 */
export function sessionCookie(host: string, cookieSecret: string): { name: string; value: string } {
  const name = `parley_${loopbackHost.exec(host)?.[1] ?? '80'}`;
  return { name, value: createHmac('sha256', cookieSecret).update(name).digest('base64url') };
}

function bearerOf({ authorization }: AccessRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
}

/** True when the request carries the printed token, as a bearer or in its address. */
export function bearsToken(request: AccessRequest, token: string): boolean {
  const query = new URLSearchParams(request.url.split('?', 2)[1]).get('token');
  return [bearerOf(request), query].some((given) => typeof given === 'string' && isSame(given, token));
}

function bearsCookie(cookie: string, expected: { name: string; value: string }): boolean {
  return cookie.split(';').some((pair) => {
    const [name, value = ''] = pair.trim().split('=', 2);
    return name === expected.name && isSame(value, expected.value);
  });
}

/**
 * Decides on a request, HTTP or WebSocket. The Host must be a loopback name (against DNS rebinding), an Origin
 * must be that Host, no page of another origin may load it, and there must be a credential. A client's own token,
 * in its header, is valid for MCP alone.
 */
export function checkAccess(
  request: AccessRequest,
  secrets: Secrets,
  isClientToken: (token: string) => boolean,
): Access {
  const host = request.host?.toLowerCase() ?? '';
  if (!loopbackHost.test(host)) return { allowed: false, status: 403, reason: 'host' };
  if (isForOtherPage(request) || (request.origin !== undefined && !isOwnOrigin(request.origin, host)))
    return { allowed: false, status: 403, reason: 'origin' };
  if (bearsToken(request, secrets.token)) return { allowed: true, by: 'token' };
  if (bearsCookie(request.cookie ?? '', sessionCookie(host, secrets.cookieSecret)))
    return { allowed: true, by: 'cookie' };
  const bearer = bearerOf(request);
  if (pathOf(request.url) === mcpPath && bearer !== undefined && isClientToken(bearer))
    return { allowed: true, by: 'client-token' };
  return { allowed: false, status: 401, reason: 'credential' };
}

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

/** Refuses a request: with a page for a person's browser, a line of text for everything else. */
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
