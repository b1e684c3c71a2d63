import { statSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { mcpChat, presence, whichOf } from '../../../test/main/outside/mcp-chat.ts';
import { generations } from '../../../test/main/outside/mcp-clients.ts';
import { waits } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { createClientTokens } from './client-tokens.ts';

/** The status of a request, with headers that `fetch` would not let through. */
function statusOf(url: string, headers: OutgoingHttpHeaders, method = 'POST'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : undefined);
  });
}

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe.each(generations)('a client of %s with a token of its own', (generation) => {
  test('asks over HTTP, and still does after a restart of Parley', async () => {
    const dataDir = temporaryFolder();
    const token = await createClientTokens(dataDir).make();
    for (const start of ['first', 'second']) {
      const parts = await mcpChat({ dataDir });
      const client = await parts.connect(generation, 'codex', { token });
      const call = client.call('ask_user', whichOf(`At the ${start}?`, parts.folder));
      await parts.chat.until(waits(1));
      await parts.answer(0, { picks: ['A'] });
      expect((await call).isError).toBeUndefined();
      await client.close();
      await parts.close();
    }
  });

  test('loses its open call at once when tokens are revoked; its card stays', async () => {
    const { window, connect, chat, folder, dataDir } = await mcpChat();
    const { token } = await window.clientTokens.make();
    const client = await connect(generation, 'codex', { token });
    const call = client.call('ask_user', whichOf('Which?', folder));
    call.catch(() => undefined);
    await chat.until(waits(1));
    expect(await window.clientTokens.revoke()).toEqual({ revoked: 1 });
    await chat.until(presence('gone'));
    await expect(client.call('ask_user', whichOf('Again?', folder))).rejects.toThrow(/401|token/i);
    expect(createClientTokens(dataDir).info().count).toBe(0);
  });
});

describe("a client's token", () => {
  test('with a foreign Host or Origin gets 403', async () => {
    const { window, companion } = await mcpChat();
    const { token } = await window.clientTokens.make();
    const headers = { ...jsonHeaders, authorization: `Bearer ${token}` };
    expect(await statusOf(companion.mcpUrl, { ...headers, host: 'parley.example.com' })).toBe(403);
    expect(await statusOf(companion.mcpUrl, { ...headers, origin: 'https://example.com' })).toBe(403);
  });

  test('opens no page, no WebSocket and no window, and is none in an address', async () => {
    const { window, companion } = await mcpChat();
    const { token } = await window.clientTokens.make();
    const authorization = `Bearer ${token}`;
    const { url, mcpUrl } = companion;
    for (const path of ['/', '/index.html', '/assets/x.js', '/mcp/'])
      expect(await statusOf(url + path, { authorization }, 'GET')).toBe(401);
    expect(await statusOf(`${url}/companion/show`, { ...jsonHeaders, authorization })).toBe(401);
    expect(await statusOf(`${mcpUrl}?token=${token}`, jsonHeaders)).toBe(401);
    expect(await statusOf(`${url}/?token=${token}`, {}, 'GET')).toBe(401);
    for (const path of ['/rpc', '/mcp']) {
      const socket = new WebSocket(url.replace('http', 'ws') + path, { headers: { authorization } });
      const refused = new Promise<string>((resolve) => {
        socket.on('error', ({ message }) => resolve(message));
      });
      expect(await refused).toContain('401');
    }
  });

  test('that was revoked, cut or made up gets 401', async () => {
    const { window, companion, dataDir } = await mcpChat();
    const { token } = await window.clientTokens.make();
    const statusWith = (given: string) =>
      statusOf(companion.mcpUrl, { ...jsonHeaders, authorization: `Bearer ${given}` });
    expect(await statusWith(token)).toBe(400);
    for (const wrong of [token.slice(0, -1), `${token}x`, 'parley_', hashIn(dataDir)])
      expect(await statusWith(wrong)).toBe(401);
    await createClientTokens(dataDir).revoke();
    expect(await statusWith(token)).toBe(401);
  });
});

describe('the file of tokens', () => {
  test('is for this person only and holds hashes of several, which stay good side by side', async () => {
    const dataDir = join(temporaryFolder(), 'new');
    const tokens = createClientTokens(dataDir);
    const made = [await tokens.make(), await tokens.make()];
    const file = join(dataDir, 'client-tokens.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const token of made) {
      expect(readFileSync(file, 'utf8')).not.toContain(token.slice(7));
      expect(tokens.accepts(token)).toBe(true);
    }
    expect(new Set(made).size).toBe(2);
    expect(tokens.info().count).toBe(2);
    expect(await tokens.revoke()).toBe(2);
    expect(made.map((token) => tokens.accepts(token))).toEqual([false, false]);
  });

  test('lets nobody in by a file that cannot be read', async () => {
    const dataDir = temporaryFolder();
    const tokens = createClientTokens(dataDir);
    const token = await tokens.make();
    for (const text of ['', '[{"hash":"","madeAt":""}]', '{}', 'null']) {
      writeFileSync(join(dataDir, 'client-tokens.json'), text);
      expect(tokens.accepts(token)).toBe(false);
      expect(tokens.accepts('')).toBe(false);
    }
  });
});

function hashIn(dataDir: string): string {
  return /[0-9a-f]{64}/.exec(readFileSync(join(dataDir, 'client-tokens.json'), 'utf8'))?.[0] ?? '';
}
