import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { outsideTools } from '../../../shared/contract/outside-tools.ts';
import { companionFileName } from '../../../shared/host/companion-file.ts';
import { bridgeTo, mcpChat, whichOf } from '../../../../test/main/outside/mcp-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';

/** The command itself, as a client starts it, and what it writes. */
function started(dataDir: string) {
  const { command, args, env } = bridgeTo(dataDir);
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    send: (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    async next(): Promise<unknown> {
      const { value } = await lines.next();
      return typeof value === 'string' ? JSON.parse(value) : undefined;
    },
  };
}

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'codex', version: '1' } },
};
const whichCall = { method: 'tools/call', params: { name: 'ask_user', arguments: whichOf() } };
const withProgress = { ...whichCall, params: { ...whichCall.params, _meta: { progressToken: 'p' } } };

describe('parley mcp', () => {
  test('answers the handshake and pings while a call waits', async () => {
    const { send, next } = started(temporaryFolder());
    send({ id: 1, ...initialize });
    expect(await next()).toMatchObject({
      id: 1,
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'parley' } },
    });
    send({ method: 'notifications/initialized' });
    send({ id: 2, ...withProgress });
    expect(await next()).toMatchObject({ method: 'notifications/progress', params: { progress: 1 } });
    send({ id: 3, method: 'ping' });
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 3, result: {} });
  });

  test('ends when its input does, though a call waits', async () => {
    const { child, send, next } = started(temporaryFolder());
    send({ id: 1, ...initialize });
    await next();
    send({ id: 2, ...withProgress });
    await next();
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('serves on, and ends, beside a Parley that accepts connections and never answers', async () => {
    const dataDir = temporaryFolder();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const accepted = once(server, 'connection');
    announce(dataDir, server.address());
    const { child, send, next } = started(dataDir);
    send({ id: 1, ...initialize });
    await next();
    send({ id: 2, ...whichCall });
    await accepted;
    send({ id: 3, method: 'tools/list' });
    expect(await next()).toMatchObject({ id: 3, result: { tools: { length: outsideTools.length } } });
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('gives a call back that Parley will never take', async () => {
    const { dataDir } = await mcpChat();
    const { send, next } = started(dataDir);
    send({ id: 1, ...initialize });
    await next();
    send({ method: 'notifications/initialized' });
    const plan = 'x'.repeat(5_000_000);
    send({ id: 2, method: 'tools/call', params: { name: 'review_plan', arguments: { title: 'Big', plan } } });
    expect(await next()).toMatchObject({ id: 2, error: { code: -32_600 } });
  });
});

function announce(dataDir: string, address: AddressInfo | string | null): void {
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  const companion = { pid: process.pid, url, mcpUrl: `${url}/mcp`, token: 't', version: '0', startedAt: '' };
  writeFileSync(join(dataDir, companionFileName), JSON.stringify(companion));
}
