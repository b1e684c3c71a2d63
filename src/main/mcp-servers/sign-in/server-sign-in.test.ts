import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSecretFile } from '../../keys/key-store.ts';
import { modern } from '../../../../test/main/mcp-servers/sign-in-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { ServerSignIn, SignInWaits } from './server-sign-in.ts';
import { StoredSignIn } from './stored-sign-in.ts';

const redirectUrl = 'http://127.0.0.1:4711/callback';

const attempt = {
  url: 'http://127.0.0.1:9/mcp',
  address: 'http://127.0.0.1:9/authorize?state=s',
  redirectUrl,
  state: 's',
  verifier: 'v',
  startedAt: 5,
  client: { client_id: 'c' },
  discovery: { authorizationServerUrl: 'http://127.0.0.1:9/' },
};

const storedSignIn = () =>
  new StoredSignIn(createSecretFile(join(temporaryFolder(), 'sign-ins.json'), z.string()), 'key');

/** A sign in of which an earlier process has stored the beginning; `open` lets its address of this machine open. */
async function begunBefore() {
  const stored = storedSignIn();
  await stored.write({ attempt });
  const opening = Promise.withResolvers<string>();
  const signIn = new ServerSignIn({
    name: 'far',
    stored,
    open: () => opening.promise,
    onChange: () => undefined,
    onSignedIn: () => Promise.resolve(),
    now: () => 6,
  });
  signIn.at(new URL(attempt.url));
  return { signIn, open: () => opening.resolve(redirectUrl) };
}

test('what an earlier process began is gone on with, also where it is asked for before it is taken up', async () => {
  const { signIn, open } = await begunBefore();
  const taken = signIn.takeUp();
  const begun = signIn.begin();
  open();
  await taken;
  expect((await begun).address).toBe(attempt.address);
});

test('who begins twice at once in Settings waits once, and gives it up at once', async () => {
  const { signIn, open } = await begunBefore();
  const taken = signIn.takeUp();
  open();
  await taken;
  const waits = new SignInWaits(() => () => undefined);
  await Promise.all([waits.begin('far', signIn), waits.begin('far', signIn)]);
  waits.leave('far');
  expect(signIn.address()).toBeUndefined();
});

/**
 * A sign in at a real authorization server, up to where a browser has come back and the server has not granted
 * anything yet; `grant` lets it.
 */
async function comingBack() {
  const server = await modern();
  const [asked, granting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.grants.before = async (step) => {
    if (step !== 'redeem') return;
    asked.resolve();
    await granting.promise;
  };
  const [restarted, restarting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const signIn = new ServerSignIn({
    name: 'far',
    stored: storedSignIn(),
    open: () => Promise.resolve(redirectUrl),
    onChange: () => undefined,
    onSignedIn: () => {
      restarting.resolve();
      return restarted.promise;
    },
    now: () => 6,
  });
  signIn.at(new URL(server.url));
  const wait = await signIn.begin();
  const { headers } = await fetch(wait.address, { redirect: 'manual' });
  const query = new URL(headers.get('location') ?? '').searchParams;
  const page = signIn.takeCallback(query);
  await asked.promise;
  return {
    signIn,
    server,
    wait,
    query,
    page,
    grant: granting.resolve,
    /** Resolves once the server is being started with what it granted. */
    restarting: restarting.promise,
    restart: restarted.resolve,
  };
}

test('who asks for a sign in before what came back is granted, or the server has it, joins that one', async () => {
  const { signIn, server, wait, page, grant, restarting, restart } = await comingBack();
  expect(signIn.address()).toBeUndefined();
  const beforeGrant = await signIn.begin();
  grant();
  expect(await page).toEqual({ type: 'signed-in', server: 'far' });
  await restarting;
  const beforeRestart = await signIn.begin();
  restart();
  const ends = Promise.all([wait, beforeGrant, beforeRestart].map(({ ended }) => ended));
  expect(await ends).toEqual(Array.from({ length: 3 }, () => ({ type: 'signed-in' })));
  expect(server.grants.clients.size).toBe(1);
});

test('a sign in that nobody waits for any more when the browser is back ends as it ends', async () => {
  const { signIn, wait, page, grant, restart } = await comingBack();
  wait.leave();
  const { ended } = await signIn.begin();
  restart();
  grant();
  await page;
  expect(await ended).toEqual({ type: 'signed-in' });
  expect(signIn.isSignedIn()).toBe(true);
});

test('a callback that comes twice at once counts once', async () => {
  const { signIn, server, query, page, grant } = await comingBack();
  expect(await signIn.takeCallback(query)).toEqual({ type: 'done-before', server: 'far' });
  grant();
  expect(await page).toEqual({ type: 'signed-in', server: 'far' });
  expect(await signIn.takeCallback(query)).toEqual({ type: 'done-before', server: 'far' });
  expect(server.grants.access.size).toBe(1);
});

test('who signs out before what came back is granted is signed out, and has that to give back', async () => {
  const { signIn, server, wait, page, grant } = await comingBack();
  const signedOut = signIn.signOut();
  grant();
  await page;
  const [token] = server.grants.access;
  expect(await signedOut).toMatchObject({ tokens: { access_token: token } });
  expect(signIn.isSignedIn()).toBe(false);
  expect(await wait.ended).toEqual({ type: 'given-up' });
});

test('nobody waits for a server that is gone, whose grant is kept all the same', async () => {
  const { signIn, wait, page, grant, restart } = await comingBack();
  const gone = 'This server is no longer there, or no longer trusted.';
  signIn.leave();
  expect(await wait.ended).toEqual({ type: 'failed', problem: gone });
  await expect(signIn.begin()).rejects.toThrow(gone);
  restart();
  grant();
  await page;
  expect(signIn.isSignedIn()).toBe(true);
});

test('a sign in that is being begun at a server when that goes is none', async () => {
  const { signIn, open } = await begunBefore();
  const taken = signIn.takeUp();
  const begun = signIn.begin();
  signIn.leave();
  open();
  await taken;
  await expect(begun).rejects.toThrow('no longer there');
  expect(signIn.address()).toBeUndefined();
});

test('Settings wait for a server that went and came back anew', async () => {
  const waits = new SignInWaits(() => () => undefined);
  const [first, second] = [await begunBefore(), await begunBefore()];
  for (const { signIn, open } of [first, second]) {
    open();
    await signIn.takeUp();
  }
  await waits.begin('far', first.signIn);
  const { ended } = await first.signIn.begin();
  first.signIn.leave();
  await ended;
  await waits.begin('far', second.signIn);
  waits.leave('far');
  expect(second.signIn.address()).toBeUndefined();
});

test('what a server wanted of an earlier connection is no longer wanted of a new one', async () => {
  const { signIn } = await begunBefore();
  signIn.tokens.wantMore('write', undefined);
  expect(signIn.tokens.isNeeded()).toBe(true);
  signIn.at(new URL(attempt.url));
  expect(signIn.tokens.isNeeded()).toBe(false);
});

test.each([
  ['nothing was granted yet', 'describe', undefined],
  ['what was granted can’t be renewed', 'renew', 'old'],
] as const)(
  'a request that was turned away because %s goes on with what is granted meanwhile',
  async (_, step, old) => {
    const server = await modern();
    const { signIn } = await begunBefore();
    const serverUrl = new URL(server.url);
    signIn.at(serverUrl);
    const about = { url: server.url, client: { client_id: 'c' } };
    const grantOf = (token: string) => ({
      ...about,
      tokens: { access_token: token, refresh_token: `${token}-refresh`, token_type: 'bearer' },
      discovery: { authorizationServerUrl: server.issuer },
    });
    if (old !== undefined) await signIn.tokens.keep(grantOf(old));
    const [reached, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.grants.clients.set('c', { client_id: 'c', redirect_uris: [redirectUrl] });
    server.grants.before = async (now) => {
      if (now !== step) return;
      reached.resolve();
      await going.promise;
    };
    const headers = old === undefined ? {} : { authorization: `Bearer ${old}` };
    const response = await signIn.tokens.fetch(serverUrl, { headers });
    const goesOn = signIn.tokens.onUnauthorized({ response, serverUrl });
    await reached.promise;
    await signIn.tokens.keep(grantOf('new'));
    going.resolve();
    await goesOn;
    expect(await signIn.tokens.token()).toBe('new');
    expect(signIn.tokens.isNeeded()).toBe(false);
  },
);
