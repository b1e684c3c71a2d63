import { request as httpRequest } from 'node:http';
import { expect } from '@playwright/test';
import { type Parley, test } from './support/parley.ts';

test.beforeEach(({ parley }) => {
  test.skip(parley.host !== 'browser', 'only the browser host listens for a page');
});

/** Node's own client, since it sends any Host and Origin it is told to. */
function status(address: string, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, headers, agent: false }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function signedIn({ page, address }: Parley) {
  const origin = new URL(address ?? '').origin;
  const cookies = await page.context().cookies(origin);
  return { origin, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test('nobody without a credential gets in', async ({ parley }) => {
  const { origin } = await signedIn(parley);
  expect(await status(origin, '/', {})).toBe(401);
  expect(await status(origin, `/?token=${'0'.repeat(64)}`, {})).toBe(401);
  expect(await status(origin, '/rpc', { ...upgrade, origin })).toBe(401);
  expect(await status(origin, '/', { cookie: `parley_${new URL(origin).port}=guessed` })).toBe(401);
});

test('a page of another origin gets in neither by HTTP nor by WebSocket', async ({ parley }) => {
  const { origin, cookie } = await signedIn(parley);
  const foreign = { cookie, origin: 'https://example.org' };
  expect(await status(origin, '/rpc', { ...upgrade, ...foreign })).toBe(403);
  expect(await status(origin, '/', foreign)).toBe(403);
});

test('a request for another host name is refused', async ({ parley }) => {
  const { origin, cookie } = await signedIn(parley);
  expect(await status(origin, '/', { cookie, host: 'example.org' })).toBe(403);
  expect(await status(origin, '/rpc', { ...upgrade, cookie, origin, host: 'example.org' })).toBe(403);
});

test('with the cookie both the page and the socket answer', async ({ parley }) => {
  const { origin, cookie } = await signedIn(parley);
  expect(await status(origin, '/', { cookie })).toBe(200);
  expect(await status(origin, '/rpc', { ...upgrade, cookie, origin })).toBe(101);
});

test('the token leaves the address bar and the cookie is out of reach of scripts', async ({ parley }) => {
  await expect.poll(() => parley.page.url()).not.toContain('token');
  expect(await parley.page.evaluate(() => document.cookie)).toBe('');
  const [cookie] = await parley.page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(cookie?.name).toBe(`parley_${new URL(parley.address ?? '').port}`);
});

test('the page may load nothing from elsewhere and be framed by nobody', async ({ parley }) => {
  const response = await parley.page.request.get(new URL('/', parley.address ?? '').href);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  expect(response.headers()['x-content-type-options']).toBe('nosniff');
});
