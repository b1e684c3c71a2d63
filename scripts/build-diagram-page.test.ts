import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageHeaders } from '../src/main/http/security-headers.ts';
import { diagramPageSource } from './build-diagram-page.ts';

test('the page of diagrams is one file, whose one script is all that its policy lets run', async () => {
  const page = await diagramPageSource();
  const scripts = Array.from(page.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g), ([, marks, text]) => ({
    marks,
    text,
  }));
  expect(scripts).toHaveLength(1);
  const [script] = scripts;
  expect(script?.marks).toBe('');
  expect(script?.text).toContain('securityLevel');
  const hash = createHash('sha256')
    .update(script?.text ?? '')
    .digest('base64');
  expect(pageHeaders('/assets/diagram-1a_-B.html', page)).toEqual({
    'Content-Security-Policy': `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; frame-ancestors 'self'`,
    'X-Frame-Options': 'SAMEORIGIN',
  });
  const [head = '', foot = ''] = page.split(/<script>[^]*<\/script>/);
  expect(head + foot).not.toMatch(/\b(?:src|href|url|@import)\b/);
});
