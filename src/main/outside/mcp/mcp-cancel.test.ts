import { once } from 'node:events';
import { connect as connectSocket, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mcpChat, presence, whichOf, withOutcome } from '../../../../test/main/outside/mcp-chat.ts';
import { manualTimeout } from '../../../../test/main/outside/manual-timeout.ts';
import { generations } from '../../../../test/main/outside/mcp-clients.ts';
import { waits } from '../../../../test/main/start-chat.ts';
import { toolParts } from '../../../../test/main/test-app.ts';

type McpChat = Awaited<ReturnType<typeof mcpChat>>;
type Client = Awaited<ReturnType<McpChat['connect']>>;

/** A call whose card is shown, and the means to end it on the client's side. */
async function waitingCall({ chat, folder }: McpChat, client: Client, others = 0) {
  const cancelling = new AbortController();
  const call = client.call('ask_user_question', whichOf('Which?', folder), { signal: cancelling.signal });
  call.catch(() => undefined);
  await chat.until(waits(others + 1));
  return {
    async cancel(reason: string) {
      cancelling.abort(reason);
      await expect(call).rejects.toThrow(reason);
    },
  };
}

const settlementOf = ({ chat }: McpChat) => toolParts(chat.transcript())[0]?.ask?.settlement;

test('a client of 2025 that cancels closes the card with its reason', async () => {
  const parts = await mcpChat();
  const call = await waitingCall(parts, await parts.connect('2025'));
  await call.cancel('The plan changed');
  await parts.chat.until(waits(0));
  expect(settlementOf(parts)).toMatchObject({
    outcome: { type: 'cancelled', reason: 'The plan changed' },
    where: 'call',
  });
});

describe.each(generations)('a client of %s on parley mcp', (generation) => {
  test('that cancels closes the card with its reason', async () => {
    const parts = await mcpChat();
    const call = await waitingCall(parts, await parts.connect(generation, 'codex', { bridge: [] }));
    await call.cancel('The plan changed');
    await parts.chat.until(waits(0));
    expect(settlementOf(parts)).toMatchObject({
      outcome: { type: 'cancelled', reason: 'The plan changed' },
      where: 'call',
    });
  });

  test('that gives up waiting, or ends, leaves its card for its return', async () => {
    const parts = await mcpChat();
    const { chat, connect, folder, answer } = parts;
    const client = await connect(generation, 'codex', { bridge: [] });
    const { timeout, runOut } = manualTimeout();
    const call = client.call('ask_user_question', whichOf('Which?', folder), { timeout });
    await chat.until(waits(1));
    runOut();
    await expect(call).rejects.toThrow(/timed out/i);
    await chat.until(presence('gone'));
    await waitingCall(parts, client);
    await chat.until(presence('waiting'));
    await client.close();
    await chat.until(presence('gone'));
    await answer(0, { picks: ['A'] });
    const back = await connect(generation, 'codex', { bridge: [] });
    expect(await back.call('ask_user_question', whichOf('Which?', folder))).toMatchObject({
      ...withOutcome({ how: 'kept', answers: { 'Which?': 'A' } }),
    });
    await chat.until(presence('told'));
  });

  test('cancels its own call, and not the one that another has under the same id', async () => {
    const parts = await mcpChat();
    const { chat, connect } = parts;
    const clients = [
      await connect(generation, 'one', { bridge: [] }),
      await connect(generation, 'two', { bridge: [] }),
    ];
    const calls = [];
    for (const client of clients) calls.push(await waitingCall(parts, client, calls.length));
    await calls[1]?.cancel('Not any more');
    await chat.until(presence('waiting', 'told'));
    expect(waits(1)(chat.transcript())).toBe(true);
  });
});

/** A way to the endpoint on which every byte that a client sends is noted, and how it left. */
async function watchedWay(mcpUrl: string) {
  const sent: string[] = [];
  const left: string[] = [];
  const server = createServer((client) => {
    const upstream = connectSocket(Number(new URL(mcpUrl).port), '127.0.0.1');
    client.on('data', (bytes: Buffer) => sent.push(bytes.toString('latin1')));
    client.on('error', ({ name }) => left.push(name));
    client.on('end', () => left.push('end'));
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/mcp`, sent, left };
}

test('over HTTP a cancellation of a client of 2026 is on the wire what its timeout is: a closed stream', async () => {
  const parts = await mcpChat();
  const { chat, connect, folder, companion } = parts;
  const wires = [];
  for (const end of ['cancelled', 'timed out'] as const) {
    const wire = await watchedWay(companion.mcpUrl);
    const client = await connect('2026', end, wire);
    const cancelling = new AbortController();
    const { timeout, runOut } = manualTimeout();
    const { signal } = cancelling;
    const call = client.call('ask_user_question', whichOf('Which?', folder), { timeout, signal });
    await chat.until(waits(wires.length + 1));
    const before = wire.sent.length;
    if (end === 'cancelled') cancelling.abort('The plan changed');
    else runOut();
    await expect(call).rejects.toThrow(/The plan changed|timed out/);
    wires.push({ sentAfterwards: wire.sent.slice(before), left: wire.left });
    // So all that can be said is that the asker is gone.
    await chat.until(presence(...wires.map(() => 'gone')));
  }
  expect(wires[0]).toEqual(wires[1]);
  expect(wires[0]?.sentAfterwards).toEqual([]);
});
