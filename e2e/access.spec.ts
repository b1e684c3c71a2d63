import { request as httpRequest } from 'node:http';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { button, composer } from './support/chat.ts';
import { foreignName } from './support/chromium.ts';
import { foreignSite } from './support/foreign-site.ts';
import { type Parley, test } from './support/parley.ts';

test.use({ alone: true });

test.beforeEach(({ parley }) => {
  test.skip(parley.host !== 'browser', 'only the browser host listens for a page');
});

type Sent = { method?: string; headers?: Record<string, string> };

/** Node's own client, since it sends any Host and Origin it is told to. */
function status(origin: string, path: string, { method = 'GET', headers = {} }: Sent): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
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
  const { origin, port, searchParams } = new URL(address ?? '');
  const cookies = await page.context().cookies(origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { origin, port, token: searchParams.get('token') ?? '', cookie };
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** Close misses of a secret, and wild ones. */
function guessesOf(secret: string): string[] {
  const last = secret.endsWith('A') ? 'B' : 'A';
  const close = [secret.slice(0, -1) + last, secret.slice(1), `${secret}A`, secret.toLowerCase(), ''];
  return [
    ...close,
    ...Array.from({ length: 50 }, (_, index) => secret.slice(0, index % 20) + 'x'.repeat(23)),
  ];
}

test('no guess gets in by page, cookie, WebSocket or MCP, and none shuts out who knows', async ({
  parley,
}) => {
  await expect.poll(() => parley.page.url()).not.toContain('token');
  const { origin, port, token, cookie } = await signedIn(parley);
  const [name, value = ''] = cookie.split('=', 2);
  const bearer = (guess: string) => ({ authorization: `Bearer ${guess}` });
  const tried = [
    status(origin, '/', {}),
    status(origin, '/rpc', { headers: { ...upgrade, origin } }),
    status(origin, '/mcp', { method: 'POST', headers: { cookie } }),
    ...guessesOf(token).flatMap((guess) => [
      status(origin, `/?token=${guess}`, {}),
      status(origin, '/companion/show', { method: 'POST', headers: bearer(guess) }),
      status(origin, '/rpc', { headers: { ...upgrade, ...bearer(guess) } }),
      status(origin, '/mcp', { method: 'POST', headers: bearer(guess) }),
    ]),
    ...guessesOf(value).flatMap((guess) => [
      status(origin, '/', { headers: { cookie: `${name}=${guess}` } }),
      status(origin, '/rpc', { headers: { ...upgrade, origin, cookie: `${name}=${guess}` } }),
    ]),
  ];
  expect(new Set(await Promise.all(tried))).toEqual(new Set([401]));

  const foreign = { cookie, origin: 'https://example.org' };
  expect(await status(origin, '/rpc', { headers: { ...upgrade, ...foreign } })).toBe(403);
  expect(await status(origin, '/', { headers: foreign })).toBe(403);
  expect(await status(origin, '/', { headers: { cookie, host: foreignName } })).toBe(403);
  expect(await status(origin, '/rpc', { headers: { ...upgrade, cookie, origin, host: foreignName } })).toBe(
    403,
  );
  expect(await status(origin, '/', { headers: { cookie } })).toBe(200);
  expect(await status(origin, '/rpc', { headers: { ...upgrade, cookie, origin } })).toBe(101);

  expect(await parley.page.evaluate(() => document.cookie)).toBe('');
  const [kept] = await parley.page.context().cookies();
  expect(kept).toMatchObject({ name: `parley_${port}`, httpOnly: true, sameSite: 'Strict' });
  const response = await parley.page.request.get(origin);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  expect(response.headers()['x-content-type-options']).toBe('nosniff');
});

/** Everything a page can send to an address; says what came of each. */
async function attack(page: Page, target: string): Promise<Record<string, string>> {
  return page.evaluate(async (origin) => {
    const ended = (work: Promise<unknown>) =>
      work.then(
        () => 'let in',
        () => 'refused',
      );
    const loaded = (element: HTMLElement, address: string) =>
      ended(
        new Promise((resolve, reject) => {
          element.addEventListener('load', resolve);
          element.addEventListener('error', reject);
          element.setAttribute('src', address);
          document.body.append(element);
        }),
      );
    const socket = () =>
      ended(
        new Promise((resolve, reject) => {
          const opened = new WebSocket(`${origin.replace('http', 'ws')}/rpc`);
          opened.addEventListener('open', resolve);
          opened.addEventListener('error', reject);
        }),
      );
    const credentials = 'include';
    const show = `${origin}/companion/show`;
    return {
      read: await ended(fetch(origin, { credentials })),
      load: await ended(fetch(origin, { credentials, mode: 'no-cors' })),
      post: await ended(fetch(show, { method: 'POST', body: '{}', credentials, mode: 'no-cors' })),
      mcp: await ended(fetch(`${origin}/mcp`, { method: 'POST', body: '{}', credentials })),
      image: await loaded(new Image(), `${origin}/icons/icon-256.png`),
      script: await loaded(document.createElement('script'), `${origin}/index.html`),
      socket: await socket(),
      cookie: document.cookie === '' ? 'refused' : 'let in',
    };
  }, target);
}

/** Opens a page and notes the status of each answer it gets, also of those its browser keeps from it. */
async function visit(context: BrowserContext, address: string): Promise<{ page: Page; answers: number[] }> {
  const page = await context.newPage();
  const answers: number[] = [];
  await page.goto(address);
  const network = await context.newCDPSession(page);
  network.on('Network.responseReceivedExtraInfo', ({ statusCode }) => answers.push(statusCode));
  await network.send('Network.enable');
  return { page, answers };
}

test('a page of another port or name gets nothing out of a browser that is signed in, or is not', async ({
  parley,
}) => {
  await expect(composer(parley.page)).toBeVisible();
  const { port, token } = await signedIn(parley);
  const site = await foreignSite();
  const own = parley.page.context();
  const stranger = await own.browser()?.newContext();
  if (stranger === undefined) throw new Error('the browser is gone');
  const names = ['127.0.0.1', 'localhost', foreignName];
  const visits = [own, stranger].flatMap((context) => names.map((name) => ({ context, name })));
  await Promise.all(
    visits.map(async ({ context, name }) => {
      const { page, answers } = await visit(context, `http://${name}:${site.port}/`);
      for (const target of new Set([`http://${name}:${port}`, `http://127.0.0.1:${port}`])) {
        const outcome = await attack(page, target);
        const came = `${name} to ${target}: ${JSON.stringify(outcome)}`;
        expect(new Set(Object.values(outcome)), came).toEqual(new Set(['refused']));
      }
      await expect.poll(() => answers.length).toBeGreaterThan(3);
      expect(new Set(answers), name).toEqual(new Set([403]));
      await page.close();
    }),
  );
  const rebound = await visit(own, `http://${foreignName}:${port}/?token=${token}`);
  await expect(rebound.page.getByRole('heading')).toHaveText('This name does not lead here');
  await stranger.close();
  await site.close();
  await parley.page.reload();
  await expect(button(parley.page, 'Settings')).toBeVisible();
});
