import { expect, test } from 'vitest';
import { shortPath } from './short-path.ts';

test.each([
  ['/home/ann/code/parser', '~/code/parser'],
  ['/Users/ann', '~'],
  ['/home/ann/work/customers/north/2026/backend/parser', '~/…/north/2026/backend/parser'],
  ['/srv/parser', '/srv/parser'],
  ['/srv/one/two/three/four/five/six/seven/parser', '/…/four/five/six/seven/parser'],
  ['C:\\Users\\ann\\code\\a-customer\\a-long-name\\parser', '~\\…\\a-customer\\a-long-name\\parser'],
  [`/home/ann/a/${'long'.repeat(12)}`, `~/…/${'long'.repeat(12)}`],
])('%s', (path, short) => expect(shortPath(path)).toBe(short));
