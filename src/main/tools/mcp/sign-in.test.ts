import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { legacyEcho } from '../../../../test/main/mcp-servers/echo-servers.ts';
import { manualClock } from '../../../../test/main/manual-clock.ts';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';
import {
  accept,
  addressIn,
  addressOf,
  chatAt,
  modern,
  served,
  visited,
} from '../../../../test/main/mcp-servers/sign-in-chat.ts';

const legacy = () => served(legacyEcho());

test.each([
  ['2026', modern, 'new'],
  ['2025', legacy, 'old'],
] as const)(
  'a person signs in to a server of %s by a card; its tools are there, renew their token, and survive a restart',
  async (_, serve, name) => {
    const server = await serve();
    const chat = await chatAt(server.url);
    await chat.calls('list_files', {});
    await chat.result();
    expect(chat.offered()).toContain('far__sign_in');
    expect(await chat.far()).toMatchObject({ state: { type: 'sign-in' }, signedIn: false });
    const form = await chat.signsIn();
    expect(form).toMatchObject({ asker: { server: 'far' }, subject: { signIn: true } });
    const address = new URL(addressOf(form));
    expect(address.origin).toBe(server.issuer);
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
    await chat.answerForm(form, accept);
    const page = await visited(address.href);
    expect(page.text).toContain('You are signed in to far');
    expect((await chat.result()).text).toContain('The user signed in to far');
    expect((await visited(page.url)).text).toContain('Signing in to far is over');
    await chat.echoes();
    expect(await chat.result()).toEqual({ ok: true, text: `${name} wren` });
    expect(chat.offered()).not.toContain('far__sign_in');
    server.grants.expire({ all: false });
    await chat.echoes();
    expect(await chat.result()).toEqual({ ok: true, text: `${name} wren` });
    expect(server.grants.refreshed).toBe(1);
    await chat.restart();
    await chat.echoes();
    expect(await chat.result()).toEqual({ ok: true, text: `${name} wren` });
    expect(await chat.far()).toMatchObject({ state: { type: 'ready' }, signedIn: true });
  },
);

test('what is granted lies in a file for this person alone, and nowhere else', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.signedIn();
  await chat.echoes();
  await chat.result();
  await chat.restart();
  await chat.close();
  expect(statSync(join(chat.dataDir, 'sign-ins.json')).mode & 0o777).toBe(0o600);
  expect(server.grants.issued).toHaveLength(2);
  const holding = filesOf(chat.dataDir).filter((file) =>
    server.grants.issued.some((token) => readFileSync(file).includes(token)),
  );
  expect(holding).toEqual([join(chat.dataDir, 'sign-ins.json')]);
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

test('access that is denied in the browser ends the call in plain words; it can be asked for again', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  server.grants.says = 'no';
  const form = await chat.signsIn();
  await chat.answerForm(form, accept);
  expect((await visited(addressOf(form))).text).toContain('You did not sign in to far');
  expect(await chat.result()).toEqual({ ok: false, text: 'In the browser, access to far was denied.' });
  server.grants.says = 'yes';
  await chat.signedIn();
});

test.each([
  ['decline', 'The user does not want to sign in to far.'],
  ['cancel', 'The user did not sign in to far.'],
] as const)('a %s ends the call, and the address leads nowhere any more', async (action, text) => {
  const server = await modern();
  const chat = await chatAt(server.url);
  const form = await chat.signsIn();
  await chat.answerForm(form, { action });
  expect(await chat.result()).toEqual({ ok: false, text });
  expect((await visited(addressOf(form))).text).toContain('Signing in to far is over');
  expect((await chat.far())?.signedIn).toBe(false);
});

test('nobody is waited for without end; who comes back later is told, and is not signed in', async () => {
  const clock = manualClock();
  const server = await modern();
  const chat = await chatAt(server.url, { after: clock.after });
  const form = await chat.signsIn();
  await chat.answerForm(form, accept);
  await clock.untilWaiting();
  clock.runOut();
  expect(await chat.result()).toMatchObject({
    ok: false,
    text: 'Nobody signed in to far, and it is no longer waited for.',
  });
  expect((await visited(addressOf(form))).text).toContain('Signing in to far is over');
  expect(server.grants.issued).toEqual([]);
});

test('a callback with another state, or none, ends nothing and signs nobody in', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  const form = await chat.signsIn();
  await chat.answerForm(form, accept);
  const back = new URL(new URL(addressOf(form)).searchParams.get('redirect_uri') ?? '');
  for (const query of ['?code=1&state=x', '?code=1', '?error=access_denied&state=y', '']) {
    const page = await visited(`${back.href}${query}`);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('This sign in has ended')]);
  }
  expect((await visited(new URL('/other', back).href)).status).toBe(404);
  await visited(addressOf(form));
  expect(await chat.result()).toMatchObject({ ok: true });
});

test('a token that can’t be renewed any more asks in the middle of a call, which then goes on', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.signedIn();
  server.grants.expire({ all: true });
  await chat.echoes();
  const form = await chat.form();
  await chat.answerForm(form, accept);
  await visited(addressOf(form));
  expect(await chat.result()).toEqual({ ok: true, text: 'new wren' });
});

test('Parley may end while somebody signs in: who comes back after the next start is signed in', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  const form = await chat.signsIn();
  await chat.answerForm(form, accept);
  await chat.restart(true);
  await chat.untilFar(({ signIn }) => signIn?.host === '127.0.0.1');
  expect((await visited(addressOf(form))).text).toContain('You are signed in to far');
  const far = await chat.untilFar(({ state, signIn }) => state.type === 'ready' && signIn === null);
  expect(far.signedIn).toBe(true);
});

test('a card that waits over a restart has the same address, and its answer signs in', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  const form = await chat.signsIn();
  await chat.restart(true);
  const again = await chat.form();
  expect(addressOf(again)).toBe(addressOf(form));
  await chat.answerForm(again, accept);
  await chat.untilFar(({ signIn }) => signIn?.host === '127.0.0.1');
  await visited(addressOf(again));
  expect(await chat.result()).toMatchObject({ ok: true });
});

test.each([
  ['refuse', true],
  ['refuse', false],
  ['describe', true],
  ['describe', false],
] as const)(
  'who comes back while the server is still starting is signed in (it is slow to %s; renews: %s)',
  async (slow, renews) => {
    const server = await modern();
    server.grants.renews = renews;
    const chat = await chatAt(server.url);
    const form = await chat.signsIn();
    await chat.restart(true);
    const cameBack = Promise.withResolvers<void>();
    server.grants.before = (step) => (step === slow ? cameBack.promise : Promise.resolve());
    await chat.answerForm(await chat.form(), accept);
    await chat.untilFar(({ state, signIn }) => state.type === 'starting' && signIn !== null);
    expect((await visited(addressOf(form))).text).toContain('You are signed in to far');
    cameBack.resolve();
    expect(await chat.result()).toEqual({ ok: true, text: 'far can be used already.' });
    const far = await chat.untilFar(({ state, signIn }) => state.type === 'ready' && signIn === null);
    expect(far.signedIn).toBe(true);
    expect(server.grants.refreshed).toBe(0);
  },
);

test('a call that asks for a sign in which somebody is coming back from begins no other one', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  const form = await chat.signsIn();
  await chat.restart(true);
  const [isRedeeming, isAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.grants.before = async (step) => {
    if (step === 'refuse') return isRedeeming.promise;
    if (step !== 'redeem') return;
    isRedeeming.resolve();
    await isAsked.promise;
  };
  await chat.answerForm(await chat.form(), accept);
  await chat.untilFar(({ signIn }) => signIn !== null);
  const page = visited(addressOf(form));
  await chat.untilFar(({ state }) => state.type === 'sign-in');
  isAsked.resolve();
  expect((await page).text).toContain('You are signed in to far');
  expect(await chat.result()).toMatchObject({ ok: true });
  expect(server.grants.clients.size).toBe(1);
});

test('a server that can’t be used once one is signed in is said to be so', async () => {
  const server = await served((_, response) => response.writeHead(500).end('Out of order'));
  const chat = await chatAt(server.url);
  const form = await chat.signsIn();
  await chat.answerForm(form, accept);
  await visited(addressOf(form));
  const { ok, text } = await chat.result();
  expect(ok).toBe(false);
  expect(text).toMatch(/^The user signed in to far, but it can’t be used now\. .*Out of order/);
  expect(await chat.far()).toMatchObject({ signedIn: true, state: { type: 'failed' } });
});

test('a server that is taken out of its file while somebody signs in ends the call, and its address leads nowhere', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  const form = await chat.signsIn();
  await chat.answerForm(form, accept);
  const mcpServers = { other: { url: server.url } };
  writeFileSync(join(chat.dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  await chat.client().workspace.readServerOffers({ workspaceId: chat.workspaceId });
  expect(await chat.result()).toEqual({
    ok: false,
    text: 'Signing in to far failed. This server is no longer there, or no longer trusted.',
  });
  expect((await visited(addressOf(form))).text).toContain('This sign in has ended');
  expect(server.grants.access.size).toBe(0);
});

test('in Settings one signs in, gives that up, and signs out', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.calls('list_files', {});
  await chat.result();
  const { id = '' } = (await chat.far()) ?? {};
  await chat.client().servers.signIn({ id });
  const first = await addressIn(chat);
  await chat.client().servers.cancelSignIn({ id });
  expect(await chat.far()).toMatchObject({ signIn: null, state: { type: 'sign-in' } });
  await chat.client().servers.signIn({ id });
  const second = await addressIn(chat);
  expect(second).not.toBe(first);
  await visited(second);
  await chat.untilFar(({ state }) => state.type === 'ready');
  await chat.echoes();
  expect(await chat.result()).toMatchObject({ ok: true });
  await chat.client().servers.signOut({ id });
  expect(await chat.far()).toMatchObject({ signedIn: false, state: { type: 'stopped' } });
  expect(readFileSync(join(chat.dataDir, 'sign-ins.json'), 'utf8')).toBe('{}');
});

test('a server where programs can’t register names the way around', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.calls('list_files', {});
  await chat.result();
  server.grants.registers = false;
  await chat.calls('far__sign_in', {});
  expect((await chat.result()).text).toContain('"oauth": {"clientId": "…"}');
});

test('a client that was registered by hand is used, at its port', async () => {
  const server = await modern();
  server.grants.registers = false;
  const port = await freePort();
  const redirect = `http://127.0.0.1:${port}/callback`;
  server.grants.clients.set('mine', { client_id: 'mine', redirect_uris: [redirect] });
  const oauth = { clientId: '${CLIENT}', callbackPort: port };
  const chat = await serversChat(
    { far: { url: server.url, oauth } },
    { env: { CLIENT: 'mine', SHELL: '/bin/sh', PATH: process.env['PATH'] } },
  );
  await chat.calls('far__sign_in', {});
  const form = await chat.form();
  await chat.answerForm(form, accept);
  expect((await visited(addressOf(form))).text).toContain('You are signed in to far');
  expect(await chat.result()).toMatchObject({ ok: true });
});

async function freePort(): Promise<number> {
  const host = createServer();
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(host.address());
  await new Promise((resolve) => host.close(resolve));
  return port;
}
