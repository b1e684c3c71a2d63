import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startHost } from '../../../../test/main/mcp-servers/sdk-server.ts';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';
import { chatAt, served } from '../../../../test/main/mcp-servers/sign-in-chat.ts';

/** A server of the transport of 2024, by MCP's own library: `GET` of its path is the stream, anything else there is `refusal`. */
function sseServer(refusal: number, path: string) {
  const sessions = new Map<string, SSEServerTransport>();
  const streams: ServerResponse[] = [];
  const refused: string[] = [];
  const open = async (response: ServerResponse) => {
    const server = new McpServer({ name: 'older', version: '1' });
    server.registerTool('echo', { inputSchema: { text: z.string() } }, async ({ text }) => ({
      content: [{ type: 'text', text: `older ${text}` }],
    }));
    server.registerTool('vanish', {}, () => {
      for (const stream of streams) stream.destroy();
      return new Promise<never>(() => {});
    });
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    streams.push(response);
    await server.connect(transport);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://here');
    if (request.method === 'GET' && url.pathname === path) return open(response);
    const session = sessions.get(url.searchParams.get('sessionId') ?? '');
    if (request.method === 'POST' && session !== undefined)
      return session.handlePostMessage(request, response);
    refused.push(request.method ?? '');
    response.writeHead(refusal, { 'content-type': 'text/plain' }).end('Not here');
  };
  return { handle, refused, streams, sessions };
}

/** Starts such a server, which wants a header. */
async function startSseServer(refusal = 405, path = '/sse') {
  const { handle, ...server } = sseServer(refusal, path);
  const origin = await startHost(async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['x-key'] !== 'abc') return void response.writeHead(401).end();
    return handle(request, response);
  });
  return { url: `${origin}${path}`, ...server };
}

const headers = { 'X-Key': 'abc' };

async function echoes(chat: Awaited<ReturnType<typeof serversChat>>, text: string): Promise<void> {
  await chat.calls('far__echo', { text });
  await chat.asked();
  await chat.answers('once');
  expect(await chat.result()).toEqual({ ok: true, text: `older ${text}` });
}

test.each([
  ['type', 'sse'],
  ['type', 'SSE'],
  ['transport', 'sse'],
])(
  'a server whose entry says "%s": "%s" is reached by its stream, and nothing else is tried',
  async (field, value) => {
    const server = await startSseServer();
    const chat = await serversChat({ far: { [field]: value, url: server.url, headers } });
    await echoes(chat, 'wren');
    expect(server.refused).toEqual([]);
    expect((await chat.overview()).servers[0]?.state).toMatchObject({ type: 'ready', transport: 'sse' });
  },
);

test.each([405, 404, 400])(
  'a server that answers a POST with %d is reached by its stream',
  async (status) => {
    const server = await startSseServer(status);
    const chat = await serversChat({ far: { url: server.url, headers } });
    await echoes(chat, 'wren');
    expect(server.refused).toContain('POST');
    expect((await chat.overview()).servers[0]?.state).toMatchObject({ type: 'ready', transport: 'sse' });
  },
);

test('a stream that ends in a call fails that, and the next call has a new session', async () => {
  const server = await startSseServer();
  const chat = await serversChat({ far: { type: 'sse', url: server.url, headers } });
  await chat.calls('far__vanish', {});
  await chat.asked();
  await chat.answers('once');
  const { ok, text } = await chat.result();
  expect([ok, text]).toEqual([
    false,
    'far did not answer the call. The server ended during this call. Nobody knows how far it came.',
  ]);
  await echoes(chat, 'lark');
  expect(server.sessions.size).toBe(2);
});

test('a stream that ends between calls is opened again by the next one', async () => {
  const server = await startSseServer();
  const chat = await serversChat({ far: { type: 'sse', url: server.url, headers } });
  await echoes(chat, 'wren');
  for (const stream of server.streams) stream.end();
  await chat.logged('Its stream of events ended. The next use opens it again.');
  await echoes(chat, 'lark');
  expect(server.sessions.size).toBe(2);
});

test('a server that wants to know who one is says so; one that has no stream either is told by its answer to a POST', async () => {
  const server = await startSseServer();
  const missing = await startHost((_, response) => response.writeHead(404).end('No such page'));
  const chat = await serversChat({
    keyed: { type: 'sse', url: server.url },
    gone: { url: `${missing}/mcp` },
  });
  await chat.calls('list_files', {});
  await chat.result();
  const problems = (await chat.overview()).servers.map(({ state }) =>
    state.type === 'failed' ? state.problem : state.type,
  );
  expect(problems[0]).toContain('Put a token into the headers');
  expect(problems[1]).toContain('No such page');
});

test.each([['by its type', 'sse'] as const, ['found out', undefined] as const])(
  'a person signs in to a server of the transport of 2024 (%s); it renews its token, and survives a restart',
  async (_, type) => {
    const { handle, sessions } = sseServer(405, '/mcp');
    const server = await served(handle);
    const chat = await chatAt(server.url, { ...(type !== undefined && { type }) });
    await chat.calls('list_files', {});
    await chat.result();
    expect(await chat.far()).toMatchObject({ state: { type: 'sign-in' }, signedIn: false });
    expect(sessions.size).toBe(0);
    await chat.signedIn();
    await chat.echoes();
    expect(await chat.result()).toEqual({ ok: true, text: 'older wren' });
    server.grants.expire({ all: false });
    await chat.echoes();
    expect(await chat.result()).toEqual({ ok: true, text: 'older wren' });
    expect(server.grants.refreshed).toBe(1);
    await chat.restart();
    await chat.echoes();
    expect(await chat.result()).toEqual({ ok: true, text: 'older wren' });
    expect(await chat.far()).toMatchObject({ state: { type: 'ready', transport: 'sse' }, signedIn: true });
  },
);
