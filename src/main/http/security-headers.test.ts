import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, isFramedPage, pageHeaders, policyFor } from './security-headers.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('what the build put into a page is let through by its hash', () => {
  const policy = policyFor('<style>a{}</style><script>first()</script><script>\r\n// then\r\n</script>');
  expect(policy.split('; ')).toEqual(
    contentSecurityPolicy.split('; ').map((rule) => {
      if (rule === "script-src 'self'") return `${rule} ${hashOf('first()')} ${hashOf('\n// then\n')}`;
      return rule === "style-src 'self'" ? `${rule} ${hashOf('a{}')}` : rule;
    }),
  );
});

test('a page with nothing inline has the policy of everything else', () => {
  expect(policyFor('<script src="a.js"></script><link rel="stylesheet" href="a.css">')).toBe(
    contentSecurityPolicy,
  );
});

test.each([
  '/',
  '/index.html',
  '/assets/a/b.html',
  '/assets/../index.html',
  '/other/diagram-1.html',
  '/assets/index-1.js',
])('no frame may show %s', (path) => {
  expect(isFramedPage(path)).toBe(false);
  const headers = pageHeaders(path, '<script>first()</script>');
  expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
  expect(headers).not.toHaveProperty('X-Frame-Options');
});

test('a page for a frame has a sandbox of its own, and only the page itself may show it', () => {
  const headers = pageHeaders('/assets/diagram-Cko8ksFG.html', '<style>a{}</style><script>first()</script>');
  expect(headers['Content-Security-Policy']?.split('; ')).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${hashOf('first()')}`,
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
  ]);
});
