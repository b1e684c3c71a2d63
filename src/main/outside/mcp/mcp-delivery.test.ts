import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CompanionFile } from '../../../shared/host/companion-file.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { bridgeTo, mcpChat, presence, whichOf, withOutcome } from '../../../../test/main/outside/mcp-chat.ts';
import { type Generation, generations } from '../../../../test/main/outside/mcp-clients.ts';
import { waits } from '../../../../test/main/start-chat.ts';
import { toolParts } from '../../../../test/main/test-app.ts';

const isAnswered = (transcript: Transcript) =>
  toolParts(transcript).some(({ ask }) => ask !== null && ask.settlement !== null);

const ways = [
  ['over HTTP', {}],
  ['through parley mcp', { bridge: [] }],
] as const;

describe.each(ways)('%s', (_way, way) => {
  test.each(generations)(
    'a client of %s that gives up in the moment of the answer gets it when it asks again, once',
    async (generation) => {
      const { connect, chat, folder, answer } = await mcpChat();
      const client = await connect(generation, 'codex', way);
      const givingUp = new AbortController();
      const call = client.call('ask_user_question', whichOf('Which?', folder), { signal: givingUp.signal });
      await chat.until(waits(1));
      const answered = answer(0, { picks: ['A'] });
      await chat.until(isAnswered);
      // The answer is stored and on its way; the client has not read it.
      givingUp.abort('Request timed out');
      await expect(call).rejects.toThrow('timed out');
      await answered;
      await chat.until(presence('gone'));
      const again = await client.call('ask_user_question', whichOf('Which?', folder));
      expect(again).toMatchObject(withOutcome({ how: 'kept', answers: { 'Which?': 'A' } }));
      await chat.until(presence('told'));
      client.call('ask_user_question', whichOf('Which?', folder)).catch(() => undefined);
      await chat.until(presence('told', 'waiting'));
    },
  );
});

/** A client of `parley mcp` without a library, which calls with the id 1. */
async function rawBridge(generation: Generation, dataDir: string) {
  const transport = new StdioClientTransport(bridgeTo(dataDir));
  onTestFinished(() => transport.close());
  const answered = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()] as const;
  const onmessage = (message: JSONRPCMessage) => {
    if (!('method' in message) && (message.id === 0 || message.id === 1))
      answered[message.id].resolve('result' in message ? message.result : undefined);
  };
  Object.assign(transport, { onmessage });
  await transport.start();
  const clientInfo = { name: 'crossing', version: '1' };
  if (generation === '2025') {
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    await transport.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    await answered[0].promise;
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const about = generation === '2026' ? { _meta: meta } : {};
  return {
    call: (args: Record<string, unknown>) =>
      transport.send({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'ask_user', arguments: args, ...about },
      }),
    answer: answered[1].promise,
    cancel: (reason: string) =>
      transport.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1, reason, ...about },
      }),
  };
}

test.each(generations)(
  'a client of %s that gives up while its answer is on the last of the way from parley mcp did not take it',
  async (generation) => {
    const { connect, chat, folder, answer, dataDir } = await mcpChat();
    const client = await rawBridge(generation, dataDir);
    const args = whichOf('Which?', folder);
    await client.call(args);
    await chat.until(waits(1));
    await answer(0, { picks: ['A'] });
    // The bridge has passed the answer on, and reads only now that it is not waited for.
    expect(await client.answer).toMatchObject(withOutcome({ how: 'asked' }));
    await chat.until(presence('told'));
    await client.cancel('Request timed out');
    await chat.until(presence('gone'));
    const again = await connect(generation, 'crossing', { bridge: [] });
    expect(await again.call('ask_user', args)).toMatchObject(withOutcome({ how: 'kept' }));
    await chat.until(presence('told'));
  },
);

describe.each(ways)('%s', (_way, way) => {
  test('a client that ends its turn by cancelling what was answered has its answer', async () => {
    const { connect, chat, folder, answer } = await mcpChat();
    const client = await connect('2025', 'opencode', way);
    const turn = new AbortController();
    const call = client.call('ask_user_question', whichOf('Which?', folder), { signal: turn.signal });
    await chat.until(waits(1));
    await answer(0, { picks: ['A'] });
    await call;
    await chat.until(presence('told'));
    turn.abort('AbortError: The operation was aborted.');
    client.call('ask_user_question', whichOf('Which?', folder)).catch(() => undefined);
    const cards = await chat.until(presence('told', 'waiting'));
    expect(toolParts(cards)).toHaveLength(2);
  });
});

test('an answer that lies unread in a connection which is then reset was not delivered', async () => {
  const { connect, chat, folder, answer, companion } = await mcpChat();
  const socket = connectSocket(Number(new URL(companion.mcpUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  const args = whichOf('Which?', folder);
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'ask_user',
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'hasty', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  const headers = [
    'POST /mcp HTTP/1.1',
    `Host: ${new URL(companion.mcpUrl).host}`,
    `Authorization: Bearer ${companion.token}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: tools/call',
    'Mcp-Name: ask_user',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  await chat.until(waits(1));
  await answer(0, { picks: ['A'] });
  await chat.until(presence('told'));
  socket.resetAndDestroy();
  await chat.until(presence('gone'));
  const client = await connect('2026', 'hasty');
  expect(await client.call('ask_user', args)).toMatchObject(withOutcome({ how: 'kept' }));
});

/** A session of 2025, spoken to without a library. */
async function rawSession({ mcpUrl, token }: Pick<CompanionFile, 'mcpUrl' | 'token'>) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (method: string, more: Record<string, string>, body?: unknown) =>
    fetch(mcpUrl, {
      method,
      headers: { ...headers, ...more },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const clientInfo = { name: 'both', version: '1' };
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
  const begun = await send('POST', {}, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await begun.text();
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  return {
    post: (body: unknown) => send('POST', session, body),
    end: () => send('DELETE', session),
  };
}

const callOf = (id: number, args: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'ask_user', arguments: args },
});

test('of two calls in one request both answers count as delivered', async () => {
  const { chat, folder, answer, companion } = await mcpChat();
  const { post } = await rawSession(companion);
  const call = (id: number) => callOf(id, whichOf(`Which ${id}?`, folder));
  const answers = post([call(1), call(2)]).then((response) => response.text());
  await chat.until(waits(2));
  await answer(0, { picks: ['A'] });
  await answer(1, { picks: ['B'] });
  expect(await answers).toContain('"id":2');
  await chat.until(presence('told', 'told'));
});

test('a call is gone with its session, also where another one had its id', async () => {
  const { chat, folder, companion } = await mcpChat();
  const { post, end } = await rawSession(companion);
  const waiting = post(callOf(1, whichOf('Which?', folder))).then((response) => response.text());
  await chat.until(waits(1));
  // It is refused at once, and the library then knows of no call with that id.
  await (await post(callOf(1, {}))).text();
  await end();
  expect(await waiting).not.toContain('"result"');
  await chat.until(presence('gone'));
});
