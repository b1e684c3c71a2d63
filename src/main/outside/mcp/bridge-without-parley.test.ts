import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listedToolsFileName } from '../../../shared/host/companion-file.ts';
import { outsideTools } from '../../../shared/contract/outside-tools.ts';
import { bridgeTo, mcpChat, whichOf } from '../../../../test/main/outside/mcp-chat.ts';
import {
  connectMcp,
  type Generation,
  generations,
  type Self,
} from '../../../../test/main/outside/mcp-clients.ts';
import { waits } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';

/** A client on `parley mcp` whose data dir no Parley has used yet. */
async function alone(generation: Generation, self: Partial<Self> = {}) {
  const dataDir = join(temporaryFolder(), 'data');
  const client = await connectMcp(generation, bridgeTo(dataDir), { name: 'codex', ...self });
  onTestFinished(() => client.close());
  return { dataDir, client };
}

describe.each(generations)('a client of %s on parley mcp, without a running Parley', (generation) => {
  test('finds every tool, read-only, as a running Parley lists them', async () => {
    const { client } = await alone(generation);
    const tools = await client.tools();
    expect(tools.map(({ name }) => name)).toEqual([...outsideTools]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const { connect } = await mcpChat();
    expect(tools).toEqual(await (await connect(generation)).tools());
  });

  test.each(['{', '[]', '[{"name":7}]'])('finds every tool though the list on disk is %s', async (text) => {
    const { client, dataDir } = await alone(generation);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, listedToolsFileName), text);
    expect(await client.tools()).toHaveLength(outsideTools.length);
  });
});

describe.each(generations)('a client of %s whose call finds no Parley', (generation) => {
  test('waits, gets the way to start it, and is answered when it runs', async () => {
    const { client, dataDir } = await alone(generation);
    const folder = temporaryFolder();
    const sent: { progress: number; message?: string | undefined }[] = [];
    const first = Promise.withResolvers<void>();
    const onprogress = (progress: (typeof sent)[number]) => {
      sent.push(progress);
      first.resolve();
    };
    const call = client.call('ask_user', whichOf('Which?', folder), { onprogress });
    await first.promise;
    expect(sent[0]?.message).toMatch(
      /^Parley is not running, so nobody has been asked yet\. Start it with: node \S+parley\.js --data-dir \S+$/,
    );
    const { chat, answer } = await mcpChat({ dataDir }, folder);
    await chat.until(waits(1));
    await answer(0, { picks: ['B'] });
    expect((await call).content).toEqual([{ type: 'text', text: '{"answers":{"0":"B"}}' }]);
    const numbers = sent.map(({ progress }) => progress);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test('cancels it, and Parley then asks nobody', async () => {
    const { client, dataDir } = await alone(generation);
    const cancelling = new AbortController();
    const first = Promise.withResolvers<void>();
    const options = { signal: cancelling.signal, onprogress: () => first.resolve() };
    const folder = temporaryFolder();
    const call = client.call('ask_user', whichOf('Which?', folder), options);
    await first.promise;
    cancelling.abort('Not any more');
    await expect(call).rejects.toThrow('Not any more');
    const { chat, answer } = await mcpChat({ dataDir }, folder);
    const other = client.call('ask_user', whichOf('And this?', folder));
    await chat.until(waits(1));
    expect(chat.transcript().messages).toHaveLength(1);
    await answer(0, { picks: ['A'] });
    await other;
  });

  test('is told once Parley runs with other tools than were listed', async () => {
    const changed = Promise.withResolvers<void>();
    const { client, dataDir } = await alone(generation, { onToolsChanged: () => changed.resolve() });
    expect(await client.tools()).toHaveLength(outsideTools.length);
    const { window, folder } = await mcpChat({ dataDir });
    await window.app.saveSettings({ secondNames: { ask_user: 'ask_person' } });
    client.call('ask_user', whichOf('Which?', folder)).catch(() => undefined);
    await changed.promise;
    expect((await client.tools()).map(({ name }) => name)).toEqual([...outsideTools, 'ask_person']);
  });
});
