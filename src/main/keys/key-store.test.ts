import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { providerThatCalls } from '../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, untilWorkspace, watchChat } from '../../../test/main/test-app.ts';
import { createKeyStore, type Seal } from './key-store.ts';

/** Turns text around: enough to tell what was sealed from what was not. */
const mirror: Seal = {
  seal: (text) => `sealed:${text.split('').toReversed().join('')}`,
  open: (sealed) =>
    sealed.startsWith('sealed:') ? sealed.slice(7).split('').toReversed().join('') : undefined,
};

describe('keys', () => {
  it('lie in a file that only this person can read, and are found again', async () => {
    const dataDir = temporaryFolder();
    const store = createKeyStore(dataDir);
    await Promise.all([store.write('openai', 'one'), store.write('google', 'two')]);
    await store.write('google', undefined);
    expect(statSync(store.storage.file).mode & 0o777).toBe(0o600);
    const again = createKeyStore(dataDir);
    expect([again.read('openai'), again.read('google')]).toEqual(['one', undefined]);
    expect(again.storage.kind).toBe('file');
  });

  it('are sealed where the host has a seal, also against the other host', async () => {
    const dataDir = temporaryFolder();
    const desktop = createKeyStore(dataDir, mirror);
    await desktop.write('openai', 'very-secret');
    expect(desktop.storage.kind).toBe('system');
    expect(readFileSync(desktop.storage.file, 'utf8')).not.toContain('very-secret');
    expect(createKeyStore(dataDir, mirror).read('openai')).toBe('very-secret');
    const browser = createKeyStore(dataDir);
    expect(browser.read('openai')).toBeUndefined();
    await browser.write('google', 'two');
    const desktopAgain = createKeyStore(dataDir, mirror);
    expect([desktopAgain.read('openai'), desktopAgain.read('google')]).toEqual(['very-secret', 'two']);
  });

  it('in a damaged file are put aside, not overwritten', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'keys.json'), '{"openai":');
    const store = createKeyStore(dataDir);
    await store.write('openai', 'new');
    expect(readFileSync(join(dataDir, 'keys.json.damaged'), 'utf8')).toBe('{"openai":');
  });
});

test('keys reach no window, no log and no database, though the provider repeats them', async () => {
  const [dataDir, key] = [temporaryFolder(), 'sk-nobody-may-see-this'];
  const { proxy } = await providerThatCalls('openai', 'list_files', {});
  const refusal = {
    status: 401,
    body: { error: { message: `Incorrect key: ${key}`, code: 'invalid_api_key' } },
  };
  proxy.answerNext(refusal, refusal);
  proxy.answerAt('/v1/models', refusal);
  const { client, close } = testApp(dataDir, { env: {} });
  await client.agents.saveProvider({ provider: 'openai', key, address: proxy.url });
  const { id } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setAgent({ workspaceId: id, agent: 'openai/gpt-test' });
  const chat = await watchChat(client, id);
  await client.workspace.sendMessage({ workspaceId: id, key: 'first', text: 'Go' });
  const seen: unknown[] = [await untilWorkspace(client, id, ({ turn }) => turn.status === 'failed')];
  seen.push(chat.transcript(), await client.agents.checkProvider({ provider: 'openai' }));
  for await (const item of await client.app.watch({})) {
    seen.push(item);
    break;
  }
  expect(proxy.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${key}`);
  expect(JSON.stringify(seen)).not.toContain(key);
  const log = () => readFileSync(join(dataDir, 'parley.log'), 'utf8');
  await expect.poll(log).toContain('AI_APICallError');
  await close();
  for (const name of readdirSync(dataDir).filter((file) => file !== 'keys.json')) {
    expect([name, readFileSync(join(dataDir, name)).includes(key)]).toEqual([name, false]);
  }
});
