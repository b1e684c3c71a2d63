import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSecretFile } from '../../keys/key-store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ServerSignIn } from './server-sign-in.ts';
import { SignInWaits } from './sign-in-waits.ts';
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

/** A sign in of which an earlier process has stored the beginning; `open` lets its address of this machine open. */
async function begunBefore() {
  const stored = new StoredSignIn(
    createSecretFile(join(temporaryFolder(), 'sign-ins.json'), z.string()),
    'key',
  );
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
