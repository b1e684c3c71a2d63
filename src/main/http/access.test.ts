import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccessRequest, checkAccess, type Secrets, sessionCookie } from './access.ts';

const secrets: Secrets = { token: 'the-printed-token', cookieSecret: 'ab'.repeat(32) };
const clientToken = 'the-token-of-a-client';
const host = '127.0.0.1:4000';

function cookieFor(address: string): string {
  const { name, value } = sessionCookie(address, secrets.cookieSecret);
  return `${name}=${value}`;
}

function ask(request: Partial<AccessRequest>) {
  return checkAccess({ url: '/', host, ...request }, secrets, (token) => token === clientToken);
}

const loopback = fc
  .tuple(
    fc.constantFrom('localhost', '127.0.0.1', '[::1]', 'LocalHost'),
    fc.option(fc.integer({ min: 1, max: 65_535 })),
  )
  .map(([name, port]) => (port === null ? name : `${name}:${port}`));

describe('credential', () => {
  test('the token lets in, as a bearer and in the address', () => {
    expect(ask({ authorization: `Bearer ${secrets.token}` })).toEqual({ allowed: true, by: 'token' });
    expect(ask({ url: `/?token=${secrets.token}` })).toEqual({ allowed: true, by: 'token' });
  });

  test('the cookie of this address lets in', () => {
    expect(ask({ cookie: cookieFor(host) })).toEqual({ allowed: true, by: 'cookie' });
    expect(ask({ cookie: `other=1; ${cookieFor(host)}; parley_1=x` })).toEqual({
      allowed: true,
      by: 'cookie',
    });
  });

  test('the cookie of another port does not', () => {
    const { value } = sessionCookie('127.0.0.1:4001', secrets.cookieSecret);
    expect(ask({ cookie: cookieFor('127.0.0.1:4001') })).toMatchObject({ status: 401 });
    expect(ask({ cookie: `parley_4000=${value}` })).toMatchObject({ status: 401 });
  });

  test('the cookie is named after the port the browser knows', () => {
    expect(sessionCookie('localhost:9123', secrets.cookieSecret).name).toBe('parley_9123');
    expect(sessionCookie('localhost', secrets.cookieSecret).name).toBe('parley_80');
  });

  test("a client's token lets in to MCP, in its header, and nowhere else", () => {
    const authorization = `Bearer ${clientToken}`;
    expect(ask({ url: '/mcp', authorization })).toEqual({ allowed: true, by: 'client-token' });
    expect(ask({ url: '/mcp?x=1', authorization })).toEqual({ allowed: true, by: 'client-token' });
    for (const url of ['/', '/rpc', '/companion/show', '/mcp/', '/mcp/..', '//mcp', '/MCP', '/x?/mcp'])
      expect(ask({ url, authorization })).toMatchObject({ status: 401 });
    expect(ask({ url: `/mcp?token=${clientToken}` })).toMatchObject({ status: 401 });
    expect(ask({ url: '/mcp', cookie: `parley_4000=${clientToken}` })).toMatchObject({ status: 401 });
  });

  test('nothing else lets in', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (query, authorization, cookie) => {
        fc.pre(![query, authorization, cookie].some((text) => text.includes(secrets.token)));
        const access = ask({ url: `/?token=${encodeURIComponent(query)}`, authorization, cookie });
        expect(access).toEqual({ allowed: false, status: 401, reason: 'credential' });
      }),
    );
  });

  test('no part of the token lets in', () => {
    fc.assert(
      fc.property(fc.nat({ max: secrets.token.length - 1 }), (length) => {
        expect(ask({ url: `/?token=${secrets.token.slice(0, length)}` })).toMatchObject({ status: 401 });
      }),
    );
  });
});

describe('host', () => {
  test('every loopback name on every port is let in', () => {
    fc.assert(
      fc.property(loopback, (name) => {
        expect(ask({ host: name, url: `/?token=${secrets.token}` })).toMatchObject({ allowed: true });
      }),
    );
  });

  test.each([
    undefined,
    '',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.nip.io:4000',
    'evil.com@127.0.0.1',
    '127.0.0.1:4000@evil.com',
    '127.0.0.1:',
    '0.0.0.0:4000',
    '[::]:4000',
    '192.168.0.2:4000',
    'localhost:4000, evil.com',
  ])('%s is refused, whoever asks', (name) => {
    expect(ask({ host: name, url: `/?token=${secrets.token}` })).toEqual({
      allowed: false,
      status: 403,
      reason: 'host',
    });
  });

  test('every other domain is refused', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: 1, max: 65_535 }), (domain, port) => {
        expect(ask({ host: `${domain}:${port}`, cookie: cookieFor(host) })).toMatchObject({ reason: 'host' });
      }),
    );
  });
});

describe('origin', () => {
  test('the address itself is let in', () => {
    fc.assert(
      fc.property(loopback, (name) => {
        const request = {
          host: name,
          origin: `http://${name.toLowerCase()}`,
          url: `/?token=${secrets.token}`,
        };
        expect(ask(request)).toMatchObject({ allowed: true });
      }),
    );
  });

  test('every other one is refused, also another port or name of this machine', () => {
    const other = fc.oneof(
      fc.webUrl({ withFragments: false }),
      fc.constantFrom(
        'null',
        '',
        'http://127.0.0.1',
        'http://127.0.0.1:4001',
        'http://localhost:4000',
        `file://${host}`,
      ),
    );
    fc.assert(
      fc.property(other, (origin) => {
        const access = ask({ origin, authorization: `Bearer ${secrets.token}`, cookie: cookieFor(host) });
        expect(access).toEqual({ allowed: false, status: 403, reason: 'origin' });
      }),
    );
  });

  test('a page of another origin loads nothing, though its browser sends the cookie and no Origin', () => {
    for (const fetchSite of ['same-site', 'cross-site']) {
      for (const fetchDest of ['empty', 'image', 'script', 'style', 'iframe', 'websocket', undefined])
        expect(ask({ fetchSite, fetchDest, cookie: cookieFor(host) })).toMatchObject({ reason: 'origin' });
      expect(ask({ fetchSite, fetchDest: 'document', cookie: cookieFor(host) })).toMatchObject({
        allowed: true,
      });
    }
    for (const fetchSite of ['same-origin', 'none', undefined])
      expect(ask({ fetchSite, fetchDest: 'script', cookie: cookieFor(host) })).toMatchObject({
        allowed: true,
      });
  });
});

describe('an origin that only contains the address', () => {
  test.each([
    `http://${host}1`,
    `http://${host}/`,
    `http://${host}.evil.com`,
    `http://${host}@evil.com`,
    `http://evil.com/http://${host}`,
    `http://evil-${host}`,
    `https://${host}1`,
    `ws://${host}`,
  ])('%s is refused', (origin) => {
    expect(ask({ origin, cookie: cookieFor(host) })).toEqual({
      allowed: false,
      status: 403,
      reason: 'origin',
    });
  });
});
