import { readFileSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { mcpChat, whichOf } from '../../../../test/main/outside/mcp-chat.ts';
import { waits } from '../../../../test/main/start-chat.ts';

type Sent = { headers?: OutgoingHttpHeaders; body?: string | Buffer; method?: string };

/** A request as it is sent, with headers that `fetch` would not let through. */
async function sender() {
  const parts = await mcpChat();
  const { mcpUrl, token } = parts.companion;
  const headersOf = (more: OutgoingHttpHeaders = {}) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...more,
  });
  const send = ({ headers, body = '', method = 'POST' }: Sent) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const request = httpRequest(mcpUrl, { method, headers: headersOf(headers) }, (response) => {
        text(response).then((read) => resolve({ status: response.statusCode, body: read }), reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  /** The endpoint still serves: a client lists, asks and is answered. */
  const isUnharmed = async () => {
    const client = await parts.connect('2026');
    const call = client.call('ask_user', whichOf('Still there?', parts.folder));
    await parts.chat.until(waits(1));
    await parts.answer(0, { picks: ['A'] });
    return (await call).isError === undefined;
  };
  return { ...parts, send, isUnharmed };
}

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

test.each([
  ['no token', { authorization: '' }, 401],
  ['a wrong token', { authorization: 'Bearer nonsense' }, 401],
  ['a foreign Host', { host: 'parley.example.com' }, 403],
  ['a foreign Origin', { origin: 'https://example.com' }, 403],
])('%s is refused', async (_name, headers, status) => {
  const { send } = await sender();
  expect(await send({ headers, body: list })).toMatchObject({ status });
});

test("the page's cookie is no credential here", async () => {
  const { send, companion } = await sender();
  const page = await fetch(`${companion.url}/?token=${companion.token}`);
  const cookie = page.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect(cookie).toMatch(/^parley_/);
  expect(await send({ headers: { authorization: '', cookie }, body: list })).toMatchObject({ status: 401 });
});

test('a body of 20 MB is refused with 413 and does no harm', async () => {
  const { send, isUnharmed } = await sender();
  const body = Buffer.alloc(20 * 1024 * 1024, ' ');
  expect(await send({ body, headers: { 'content-length': body.length } })).toMatchObject({ status: 413 });
  expect(await send({ body, headers: { 'transfer-encoding': 'chunked' } })).toMatchObject({ status: 413 });
  expect(await isUnharmed()).toBe(true);
});

test.each([
  ['not JSON', '{"jsonrpc":', 400],
  ['an empty body', '', 400],
  ['no JSON-RPC', '{"hello":"there"}', 400],
  ['a number', '7', 400],
  ['deep nesting', '['.repeat(100_000), 400],
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400],
  ['a secret that is not JSON', 'sk-secret-of-somebody', 400],
])('%s is refused, printed nowhere, and does no harm', async (_name, body, status) => {
  const { send, isUnharmed, dataDir } = await sender();
  const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(process.stderr, 'write')];
  expect(await send({ body })).toMatchObject({ status });
  for (const print of printed) expect(print).not.toHaveBeenCalled();
  const log = readFileSync(join(dataDir, 'parley.log'), 'utf8');
  expect(log).not.toContain('sk-secret');
  for (const line of log.split('\n')) expect(line.length).toBeLessThan(4_000);
  expect(await isUnharmed()).toBe(true);
});

test('a session that is over gets 404, another method 405', async () => {
  const { send } = await sender();
  expect(await send({ body: list, headers: { 'mcp-session-id': 'gone' } })).toMatchObject({ status: 404 });
  expect((await send({ method: 'PUT' })).status).toBe(405);
});
