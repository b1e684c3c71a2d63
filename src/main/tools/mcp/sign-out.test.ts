import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { revokeGrant } from '../../mcp-servers/sign-in/server-tokens.ts';
import { modernEcho } from '../../../../test/main/mcp-servers/echo-servers.ts';
import { chatAt, modern, served } from '../../../../test/main/mcp-servers/sign-in-chat.ts';

test('signing out has the server end all that it granted', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.signedIn();
  const { id = '' } = (await chat.far()) ?? {};
  const { access, refresh } = server.grants;
  expect([access.size, refresh.size]).toEqual([1, 1]);
  await chat.client().servers.signOut({ id });
  expect([access.size, refresh.size]).toEqual([0, 0]);
  await chat.client().servers.signOut({ id });
});

test.each([
  ['fails', false, 'it answered with status 500'],
  ['is gone', true, 'it could not be reached'],
])('a server that %s when one signs out is named; one is signed out all the same', async (_, isGone, why) => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.signedIn();
  const { id = '' } = (await chat.far()) ?? {};
  server.grants.revokes = false;
  if (isGone) server.close();
  await expect(chat.client().servers.signOut({ id })).rejects.toThrow(
    `Parley has forgotten its access to far, but the server did not end it: ${why}. You can remove Parley in your account there.`,
  );
  expect(await chat.far()).toMatchObject({ signedIn: false });
  expect(readFileSync(join(chat.dataDir, 'sign-ins.json'), 'utf8')).toBe('{}');
});

test('removing a server forgets the sign in to it, and undoing that brings it back', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.signedIn();
  const { id = '' } = (await chat.far()) ?? {};
  const stored = () => readFileSync(join(chat.dataDir, 'sign-ins.json'), 'utf8');
  const [token = ''] = server.grants.access;
  expect(stored()).toContain(token);
  await chat.client().servers.remove({ id });
  expect(stored()).toBe('{}');
  await chat.client().servers.undoRemove({ id });
  expect(stored()).toContain(token);
  expect(await chat.untilFar(({ state }) => state.type === 'ready')).toMatchObject({ signedIn: true });
  expect(server.grants.access.size, 'it was not ended at the server, which nothing undoes').toBe(1);
});

test('a server that was added anew by the name of a removed one keeps its own sign in', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.signedIn();
  const { id = '' } = (await chat.far()) ?? {};
  const { servers } = chat.client();
  await servers.remove({ id });
  await servers.add({ text: JSON.stringify({ far: { url: server.url } }) });
  await expect(servers.undoRemove({ id })).rejects.toThrow('which stays as it is');
  expect(await chat.far()).toMatchObject({ signedIn: false });
});

test('a server without a sign in is removed and put back as before', async () => {
  const server = await modern();
  const chat = await chatAt(server.url);
  await chat.calls('far__echo', { text: 'wren' });
  const { id } = await chat.untilFar(() => true);
  await chat.client().servers.remove({ id });
  await chat.client().servers.undoRemove({ id });
  expect(await chat.far()).toMatchObject({ signedIn: false });
});

test('a server that has no place to give a grant back is signed out of in silence', async () => {
  const server = await served(modernEcho(), { takesBack: false });
  const chat = await chatAt(server.url);
  await chat.signedIn();
  const { id = '' } = (await chat.far()) ?? {};
  await chat.client().servers.signOut({ id });
  expect(await chat.far()).toMatchObject({ signedIn: false });
  expect(server.grants.access.size).toBe(1);
});

test('a server that would have to be told unencrypted is told nothing', async () => {
  const grant = {
    url: 'https://far.example/mcp',
    client: { client_id: 'mine' },
    tokens: { access_token: 'secret', token_type: 'bearer' },
    discovery: discovered({ revocation_endpoint: 'http://far.example/revoke' }),
  };
  expect(await revokeGrant(grant)).toBe('it would have to be told unencrypted');
});

test.each([
  ['which client it is stands in the header', ['client_secret_basic'], 'Basic bWluZTpzJTNBNw==', ''],
  [
    'which client it is stands in the body',
    ['client_secret_post'],
    undefined,
    '&client_id=mine&client_secret=s%3A7',
  ],
])('a server that knows Parley by a secret gets it: %s', async (_, methods, header, body) => {
  const got: { header: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ header: request.headers.authorization, body });
      response.writeHead(got.length === 1 ? 200 : 400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const discovery = discovered({
    revocation_endpoint: `http://127.0.0.1:${port}/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
  });
  const client = { client_id: 'mine', client_secret: 's:7' };
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer' };
  expect(await revokeGrant({ url: 'https://far.example/mcp', client, tokens, discovery })).toBeUndefined();
  expect(got).toEqual([
    { header, body: `token=r&token_type_hint=refresh_token${body}` },
    { header, body: `token=a&token_type_hint=access_token${body}` },
  ]);
});

function discovered(metadata: object): Parameters<typeof revokeGrant>[0]['discovery'] {
  const issuer = 'https://far.example';
  const places = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
  return {
    authorizationServerUrl: issuer,
    authorizationServerMetadata: { issuer, ...places, response_types_supported: ['code'], ...metadata },
  };
}
