import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';
import { type Endless, startEndlessServer } from '../../../../../test/main/agents/model/endless-server.ts';
import { providerEvents } from '../../../../../test/main/agents/model/provider-events.ts';
import { testKey, wires } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

const megabyte = 1024 * 1024;
/** The bytes that both ends of a connection and the libraries may hold beside what was read. */
const inFlight = 12 * megabyte;

/** Asks a provider whose answer never ends, and waits until Parley has had enough of it. */
async function endless(id: ProviderId, { status, headers, pieces }: Endless) {
  const { contentType } = providerEvents[id];
  const answer = { status, headers: { 'content-type': contentType, ...headers }, pieces };
  const server = await startEndlessServer(({ method }) => (method === 'GET' ? null : answer));
  const env = { PARLEY_AGENT: wires[id].agent, ...wires[id].env(server.url) };
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  const { turn } = await untilWorkspace(client, workspaceId, (now) => now.turn.status === 'failed');
  if (turn.status !== 'failed') throw new Error('The turn did not fail.');
  const chat = await watchChat(client, workspaceId);
  const seen = await chat.until(({ messages }) => messages.length > 1);
  return { problem: turn.problem, sent: await server.cutOff, seen };
}

const kinds = providerIdSchema.options;
const inPieces = kinds.filter((id) => providerEvents[id].beginInput !== null);
const noise = 'x'.repeat(64 * 1024);

test.each(kinds)('%s: an event that never ends is cut off at 1 MB', async (id) => {
  const { problem, sent } = await endless(id, { pieces: (number) => (number === 0 ? 'data: ' : noise) });
  expect(problem.what).toMatch(/sent a single piece of more than 1 MB, so the answer was cut off there\.$/);
  expect(problem.remedies[0]).toEqual({ type: 'resume', verb: 'ask-again' });
  expect(sent).toBeLessThan(inFlight);
});

const bomb = gzipSync(Buffer.alloc(100 * megabyte, 'x'));

test.each(kinds)('%s: an event is measured as it is after decompression', async (id) => {
  const pieces = (number: number) => (number === 0 ? bomb : noise);
  const { problem, sent } = await endless(id, { headers: { 'content-encoding': 'gzip' }, pieces });
  expect(problem.what).toMatch(/sent a single piece of more than 1 MB/);
  expect(sent).toBeLessThan(inFlight);
});

test.each(kinds)('%s: an answer that never ends is cut off at 4 MB, and stays so far', async (id) => {
  const { beginText, text } = providerEvents[id];
  const { problem, sent, seen } = await endless(id, {
    pieces: (number) => (number === 0 ? beginText + text(noise) : text(noise)),
  });
  expect(problem.what).toBe('The answer grew beyond 4 MB, so it was cut off there.');
  expect(agentText(seen).length).toBeGreaterThan(3.9 * megabyte);
  expect(agentText(seen).length).toBeLessThanOrEqual(4 * megabyte);
  expect(sent).toBeLessThan(inFlight + 4 * megabyte);
});

test.each(kinds)('%s: a stream that says nothing ends too', async (id) => {
  const blank = '\n'.repeat(64 * 1024);
  const { problem, sent } = await endless(id, { pieces: () => blank });
  expect(problem.what).toMatch(/ sent more than 64 MB for one answer, so it was cut off there\.$/);
  expect(sent).toBeLessThan(inFlight + 64 * megabyte);
});

test.each(inPieces)('%s: the input of a tool call is cut off at 2 MB and not run', async (id) => {
  const { beginInput, input } = providerEvents[id];
  const { problem, sent, seen } = await endless(id, {
    pieces: (number) => (number === 0 ? `${beginInput}${input('{"path":"')}` : input(noise)),
  });
  expect(problem.what).toMatch(/^The model wrote more than 2 MB into one tool call/);
  expect(toolParts(seen)).toEqual([]);
  expect(sent).toBeLessThan(inFlight + 2 * megabyte);
});

test.each(kinds)('%s: tool calls without end are cut off at 100, and none is run', async (id) => {
  const { problem, seen } = await endless(id, { pieces: providerEvents[id].call });
  expect(problem.what).toMatch(/^The model made more than 100 tool calls at once/);
  expect(toolParts(seen).length).toBeLessThanOrEqual(100);
  for (const { result } of toolParts(seen)) expect(result).toMatchObject({ ok: false });
});

test.each(kinds)('%s: of a refusal only the beginning is read', async (id) => {
  const { problem, sent } = await endless(id, { status: 401, pieces: () => noise });
  expect(problem.what).toMatch(/does not accept the key|asks for a key/);
  expect(sent).toBeLessThan(inFlight);
});

test.each(kinds)('%s: a list of models is cut off at 4 MB', async (provider) => {
  const server = await startEndlessServer(() => ({ pieces: (number) => (number === 0 ? '["' : noise) }));
  const { client } = testApp(temporaryFolder(), {});
  const check = await client.agents.checkProvider({ provider, key: testKey, address: server.url });
  expect(check.ok ? '' : check.problem).toMatch(/sent more than 4 MB in place of a list of models/);
  expect(await server.cutOff).toBeLessThan(inFlight + 4 * megabyte);
});
