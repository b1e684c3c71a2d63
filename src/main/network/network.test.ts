import { writeFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startForwardProxy } from '../../../test/main/network/forward-proxy.ts';
import { startHost } from '../../../test/main/mcp-servers/sdk-server.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { authority, certificate, certificateKey } from '../../../test/main/network/test-authority.ts';
import { openNetwork, type NetworkOptions } from './network.ts';

const nothingMore = { loginEnvironment: async () => ({}), report: () => {} };

/** Opens the network for a test; what it says of the settings. */
function open(env: Record<string, string>, more: Partial<NetworkOptions> = {}): string[] {
  const said: string[] = [];
  const network = openNetwork({
    env,
    loginEnvironment: async () => env,
    report: (problem) => said.push(problem),
    systemAuthorities: () => [],
    ...more,
  });
  const authorities = tls.getCACertificates('default');
  onTestFinished(() => {
    network.close();
    tls.setDefaultCACertificates(authorities);
  });
  return said;
}

/** An HTTPS server whose certificate is of an authority that nobody knows; returns its port. */
async function startSecure(): Promise<number> {
  const server = createSecureServer({ key: certificateKey, cert: certificate }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => response.end(`secure ${body}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return z.object({ port: z.number() }).parse(server.address()).port;
}

const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test('HTTP goes by its proxy as it is, HTTPS by a tunnel, and this machine by none', async () => {
  const proxy = await startForwardProxy();
  const origin = await startHost((request, response) => response.end(`plain ${request.url}`));
  const port = await startSecure();
  open(
    { HTTP_PROXY: proxy.url, https_proxy: proxy.url, NO_PROXY: '' },
    { systemAuthorities: () => [authority] },
  );
  const far = origin.replace('127.0.0.1', 'far.example');
  expect(await (await fetch(`${far}/a?b=c`)).text()).toBe('plain /a?b=c');
  const posted = await fetch(`https://far.example:${port}/`, { method: 'POST', body: 'wren' });
  expect(await posted.text()).toBe('secure wren');
  const before = proxy.seen.length;
  expect(new Set(proxy.seen)).toEqual(new Set([`GET ${far}/a?b=c`, `CONNECT far.example:${port}`]));
  expect(await (await fetch(`${origin}/own`)).text()).toBe('plain /own');
  expect(await (await fetch(origin.replace('127.0.0.1', 'localhost'))).text()).toBe('plain /');
  expect(proxy.seen).toHaveLength(before);
});

test('a stream that comes by a proxy comes piece by piece, and can be left', async () => {
  const proxy = await startForwardProxy();
  const origin = await startHost((_, response) => response.write('first'));
  open({ HTTP_PROXY: proxy.url });
  const ending = new AbortController();
  const response = await fetch(origin.replace('127.0.0.1', 'far.example'), { signal: ending.signal });
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await pieces?.read())?.value).toBe('first');
  ending.abort();
  await expect(pieces?.read()).rejects.toMatchObject({ name: 'AbortError' });
});

test('a name and a password in the address of a proxy are sent to it, and a wrong one is told without them', async () => {
  const proxy = await startForwardProxy({ wants: 'me:secret' });
  const origin = (await startHost((_, response) => response.end('plain'))).replace(
    '127.0.0.1',
    'far.example',
  );
  const port = await startSecure();
  const named = (who: string) => proxy.url.replace('://', `://${who}@`);
  const right = openNetwork({ ...nothingMore, env: { HTTP_PROXY: named('me:secret') } });
  expect(await (await fetch(origin)).text()).toBe('plain');
  right.close();
  open({ HTTP_PROXY: named('me:wrong'), HTTPS_PROXY: named('me:wrong') });
  for (const address of [origin, `https://far.example:${port}/`]) {
    const failure = await failureOf(fetch(address));
    expect(failure).toContain(`The proxy ${proxy.host} asks for a name and a password`);
    expect(failure).not.toContain('wrong');
  }
});

test.each([
  ['is not there', 'http://127.0.0.1:9', 'The proxy 127.0.0.1:9 could not be reached.'],
  ['has a name that is none', 'nowhere.invalid:3128', 'The proxy nowhere.invalid:3128 could not be reached.'],
])('a proxy that %s is named', async (_, HTTPS_PROXY, expected) => {
  open({ HTTPS_PROXY, HTTP_PROXY: HTTPS_PROXY });
  expect(await failureOf(fetch('https://far.example/'))).toBe(expected);
  expect(await failureOf(fetch('http://far.example/'))).toBe(expected);
});

test('a proxy that lets nothing through is named with its answer', async () => {
  const proxy = await startForwardProxy({ refusing: { status: 403, words: 'Forbidden' } });
  open({ HTTPS_PROXY: proxy.url });
  expect(await failureOf(fetch('https://far.example/'))).toBe(
    `The proxy ${proxy.host} did not let the request through (403).`,
  );
});

test('an authority of this machine, or of NODE_EXTRA_CA_CERTS, is trusted; another is not', async () => {
  const port = await startSecure();
  const address = `https://localhost:${port}/`;
  const file = join(temporaryFolder(), 'company.pem');
  writeFileSync(file, `Company\n${authority}`);
  const strict = openNetwork({ ...nothingMore, env: {}, systemAuthorities: () => [] });
  await expect(fetch(address)).rejects.toThrow('fetch failed');
  strict.close();
  const said = open({ NODE_EXTRA_CA_CERTS: file });
  const posted = await fetch(address, { method: 'POST', body: 'lark' });
  expect(await posted.text()).toBe('secure lark');
  expect(said).toEqual([]);
});

test('certificates that can’t be read are told, and the request fails as it would', async () => {
  const port = await startSecure();
  const said = open({ NODE_EXTRA_CA_CERTS: join(temporaryFolder(), 'none.pem') });
  await expect(fetch(`https://localhost:${port}/`)).rejects.toThrow('fetch failed');
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('NODE_EXTRA_CA_CERTS');
});

test('through a proxy that opens what it passes on, a certificate of nobody known names the proxy and the remedy', async () => {
  const proxy = await startForwardProxy();
  const port = await startSecure();
  open({ HTTPS_PROXY: proxy.url });
  const failure = await failureOf(fetch(`https://far.example:${port}/`));
  expect(failure).toContain(`through the proxy ${proxy.host}`);
  expect(failure).toContain('NODE_EXTRA_CA_CERTS');
});

test('a proxy and authorities that only the login shell sets are used by the first request, which waits for it', async () => {
  const proxy = await startForwardProxy();
  const port = await startSecure();
  const file = join(temporaryFolder(), 'authority.pem');
  writeFileSync(file, authority);
  const login = Promise.withResolvers<Record<string, string>>();
  open({ NO_PROXY: '' }, { loginEnvironment: () => login.promise });
  const asked = fetch(`https://far.example:${port}/`, { method: 'POST', body: 'wren' });
  expect(await (await fetch(await startHost((_, response) => response.end('own')))).text()).toBe('own');
  expect(proxy.seen).toEqual([]);
  login.resolve({ HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: file });
  expect(await (await asked).text()).toBe('secure wren');
  expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT far.example:${port}`]));
});

test('a request that waits for the login shell can be left', async () => {
  open({}, { loginEnvironment: () => new Promise(() => {}) });
  const ending = new AbortController();
  const asked = fetch('http://far.example/', { signal: ending.signal });
  const request = new Request('http://far.example/', { signal: ending.signal });
  const other = fetch(request);
  ending.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  await expect(other).rejects.toThrow('left');
});

test.each<[string, Record<string, string>]>([
  ['a proxy', { HTTP_PROXY: 'http://127.0.0.1:9' }],
  ['another proxy', { all_proxy: 'http://127.0.0.1:9' }],
  ['none', { HTTPS_PROXY: '' }],
])('where Parley was started with %s, the login shell is not asked', async (_, env) => {
  open(env, {
    loginEnvironment: () => {
      throw new Error('asked');
    },
  });
  expect(await failureOf(fetch('http://far.invalid/'))).not.toBe('asked');
});
