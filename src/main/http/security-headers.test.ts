import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, policyFor } from './security-headers.ts';

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
