import { expect, test } from 'vitest';
import { hostile } from '../../../../test/main/mcp-servers/hostile-server.ts';
import { manualClock } from '../../../../test/main/manual-clock.ts';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';

/** What a chat finds of a server whose nth page, from 0, is made by `page`, an expression of `n`. */
async function listed(page: string, { isSearched = false, capabilities = '{ tools: {} }' } = {}) {
  const chat = await serversChat({
    evil: hostile(
      `if (method === 'tools/list') {
        const n = (globalThis.pages = params?.cursor === undefined ? 0 : globalThis.pages + 1);
        const answer = ${page};
        return send({ id, ...(answer.code === undefined ? { result: answer } : { error: answer }) });
      }
      if (method === 'prompts/list') {
        const n = Number(params?.cursor ?? 0);
        return send({ id, result: { prompts: [{ name: 'prompt' + n }], nextCursor: String(n + 1) } });
      }
      if (method === 'resources/list') {
        const n = Number(params?.cursor ?? 0);
        return send({ id, result: { resources: [{ uri: 'note://' + n, name: 'n' }], nextCursor: String(n + 1) } });
      }
      if (method === 'tools/call') text(id, params.name);`,
      capabilities,
    ),
  });
  if (isSearched) await chat.calls('call_server_tool', { name: 'evil__tool0' });
  else await chat.calls('evil__tool0', {});
  await chat.asked();
  await chat.answers('once');
  expect(await chat.result()).toEqual({ ok: true, text: 'tool0' });
  const [server] = (await chat.overview()).servers;
  return { chat, server };
}

// As of a server that counts its pages wrong, or makes each cursor of the time.
test.each([
  ['a new cursor each time', "{ tools: [tool('tool' + n)], nextCursor: 'page' + n }", 50, true],
  ['the same cursor each time', "{ tools: [tool('tool' + n)], nextCursor: 'again' }", 50, true],
  ['an empty page each time', "{ tools: n === 0 ? [tool('tool0')] : [], nextCursor: 'page' + n }", 1, true],
  [
    'pages of 600 tools each time',
    "{ tools: Array.from({ length: 600 }, (_, k) => tool('tool' + (600 * n + k))), nextCursor: 'page' + n }",
    1_000,
    true,
  ],
  [
    'an error in the place of the third page',
    "n < 2 ? { tools: [tool('tool' + n)], nextCursor: 'page' + n } : { code: -32602, message: 'The cursor is too old' }",
    2,
    true,
  ],
  ['an end', "{ tools: [tool('tool' + n)], ...(n < 2 && { nextCursor: 'page' + n }) }", 3, false],
])('of a list of tools with %s the pages so far are used', async (_, page, tools, hasMoreTools) => {
  const { server } = await listed(page, { isSearched: tools > 40 });
  expect(server).toMatchObject({ state: { type: 'ready' }, tools, hasMoreTools });
});

test('lists of prompts and resources without end are read so far too', async () => {
  const { chat } = await listed("{ tools: [tool('tool0')] }", {
    capabilities: '{ tools: {}, prompts: {}, resources: {} }',
  });
  const { workspaceId } = chat;
  const { prompts, resources } = await chat.client().workspace.readServerOffers({ workspaceId });
  expect([prompts.length, resources.length]).toEqual([50, 50]);
});

test('a list that changes all the time is read every two seconds, and once after the last change', async () => {
  const clock = manualClock();
  // As of a server that says so with each file that a build writes.
  const chat = await serversChat(
    {
      evil: hostile(
        `globalThis.lists ??= 0;
        const change = () => send({ method: 'notifications/tools/list_changed' });
        if (method === 'tools/list') {
          globalThis.lists += 1;
          if (globalThis.lists === 2) for (let n = 0; n < 100; n += 1) change();
          return send({ id, result: { tools: [tool('look')] } });
        }
        if (method === 'tools/call') {
          if (params.arguments.storm) change();
          text(id, String(globalThis.lists));
        }`,
      ),
    },
    clock,
  );
  const looked = async () => {
    await chat.asked();
    await chat.answers('once');
    return (await chat.result()).text;
  };
  await chat.calls('evil__look', { storm: true });
  expect(await looked()).toBe('1');
  // Where the changes are known before the turn goes on, it waits for the list as they left it.
  const pausing = async () => {
    await expect.poll(() => clock.waiting.filter(({ ms }) => ms === 2_000).length).toBe(1);
  };
  await pausing();
  clock.pass(2_000);
  await pausing();
  await chat.calls('evil__look', {});
  expect(await looked()).toBe('3');
  clock.pass(2_000);
  await chat.calls('evil__look', {});
  expect(await looked()).toBe('3');
});
