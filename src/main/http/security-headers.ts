import { createHash } from 'node:crypto';

/** Allows the page its own files and its own host; nothing inline, nothing evaluated. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "frame-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** True for the address of a page that our own page shows in a frame: the one that diagrams are drawn in. */
export function isFramedPage(path: string): boolean {
  return /^\/assets\/[\w-]+\.html$/.test(path);
}

/** Returns the headers of a page of the build at an address, beside those of every answer. */
export function pageHeaders(path: string, page: string): Record<string, string> {
  return isFramedPage(path)
    ? framedHeaders(hashesOf(page, 'script').join(' '))
    : { 'Content-Security-Policy': policyFor(page) };
}

/** A sandbox with an origin of its own, in which the page's own script runs, and which loads nothing. */
function framedHeaders(scripts: string): Record<string, string> {
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
  ];
  return { 'Content-Security-Policy': policy.join('; '), 'X-Frame-Options': 'SAMEORIGIN' };
}

/**
 * Returns the policy of a built page: inline scripts and styles are allowed by the hashes of those it was built
 * with.
 */
export function policyFor(page: string): string {
  return contentSecurityPolicy
    .replace("script-src 'self'", `script-src ${["'self'", ...hashesOf(page, 'script')].join(' ')}`)
    .replace("style-src 'self'", `style-src ${["'self'", ...hashesOf(page, 'style')].join(' ')}`);
}

/** Of elements without attributes; a browser normalises line ends to `\n`. */
function hashesOf(page: string, element: 'script' | 'style'): string[] {
  return Array.from(page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g')), ([, text = '']) => {
    const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n'));
    return `'sha256-${hash.digest('base64')}'`;
  });
}

/** The same for Vite's dev server, whose pages have inline scripts and styles. */
export function developmentHeaders(path: string): Record<string, string> {
  return isFramedPage(path)
    ? framedHeaders("'unsafe-inline'")
    : { 'Content-Security-Policy': developmentPolicy };
}

const developmentPolicy = contentSecurityPolicy
  .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
  .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  .replace("connect-src 'self'", "connect-src 'self' ws:");

export const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
