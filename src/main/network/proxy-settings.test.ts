import { expect, test } from 'vitest';
import { proxyFor, readProxySettings, sessionProxies, shownProxy } from './proxy-settings.ts';

const of = (env: Record<string, string>, address: string) => {
  const proxy = proxyFor(new URL(address), readProxySettings(env).settings);
  return proxy === null ? null : shownProxy(proxy);
};

test.each<[string, Record<string, string>, string, string | null]>([
  ['HTTPS', { HTTPS_PROXY: 'http://a:1' }, 'https://x.example', 'a:1'],
  ['HTTP alone', { HTTPS_PROXY: 'http://a:1' }, 'http://x.example', null],
  [
    'the lower case first',
    { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2' },
    'https://x.example',
    'b:2',
  ],
  ['an empty one as none', { HTTPS_PROXY: 'http://a:1', https_proxy: ' ' }, 'https://x.example', 'a:1'],
  ['all', { ALL_PROXY: 'http://a:1' }, 'http://x.example', 'a:1'],
  ['an address without its scheme', { HTTP_PROXY: 'a:1' }, 'http://x.example', 'a:1'],
  ['no name and no password', { HTTP_PROXY: 'http://me:secret@a:1' }, 'http://x.example', 'a:1'],
])('the variables are read: %s', (_, env, address, expected) => {
  expect(of(env, address)).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['*', 'https://x.example', true],
  ['x.example', 'https://x.example', true],
  ['x.example', 'https://a.x.example', true],
  ['.x.example', 'https://a.x.example', true],
  ['*.x.example', 'https://a.x.example', true],
  ['x.example', 'https://notx.example', false],
  ['X.EXAMPLE', 'https://x.example', true],
  ['x.example:8443', 'https://x.example:8443', true],
  ['x.example:8443', 'https://x.example', false],
  ['x.example:443', 'https://x.example', true],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['fd00::/8', 'https://[fd00::1]', true],
  ['a, b  x.example', 'https://x.example', true],
  [',', 'https://x.example', false],
])('of NO_PROXY, %s leaves out %s: %s', (NO_PROXY, address, isDirect) => {
  expect(of({ HTTPS_PROXY: 'http://a:1', NO_PROXY }, address)).toBe(isDirect ? null : 'a:1');
});

test.each(['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]'])(
  'this machine, as %s, is reached by no proxy',
  (host) => {
    expect(of({ ALL_PROXY: 'http://a:1', NO_PROXY: 'other' }, `http://${host}:80`)).toBeNull();
  },
);

test.each(['socks5://a:1', 'ftp://a', 'http://', 'http://a:99999'])(
  'a proxy at %s is said to be of no use',
  (HTTPS_PROXY) => {
    const { settings, problems } = readProxySettings({ HTTPS_PROXY });
    expect(settings.https).toBeNull();
    expect(problems).toMatchObject([{ variable: 'HTTPS_PROXY' }]);
  },
);

test('one that stands for both kinds of address is said once', () => {
  expect(readProxySettings({ ALL_PROXY: 'socks5h://a:1' }).problems).toMatchObject([
    { variable: 'ALL_PROXY' },
  ]);
});

test('a session of Electron gets the same, and its own where there are none', () => {
  const env = { HTTPS_PROXY: 'http://me:secret@a:1', HTTP_PROXY: 'b:2', NO_PROXY: 'x.example, 10.0.0.0/8' };
  expect(sessionProxies(readProxySettings(env).settings)).toEqual({
    mode: 'fixed_servers',
    proxyRules: 'http=http://b:2;https=http://a:1',
    proxyBypassRules: '<local>;localhost;127.0.0.0/8;[::1];x.example;.x.example;10.0.0.0/8',
  });
  expect(sessionProxies(readProxySettings({}).settings)).toBeUndefined();
});
