import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';

const order = {
  type: 'object' as const,
  properties: { size: { type: 'string' as const, enum: ['small', 'large'] } },
  required: ['size'],
};

/** A server of the protocol of 2026, by the field's own library. */
function newServer(): McpServer {
  const server = new McpServer({ name: 'new', version: '1' });
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({
    content: [{ type: 'text', text: `new ${text}` }],
  }));
  server.registerTool('order', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.['form'];
    if (answer === undefined)
      return inputRequired({
        inputRequests: { form: inputRequired.elicit({ message: 'Which size?', requestedSchema: order }) },
      });
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  });
  return server;
}

/** A server of the protocol of 2025, by the library of then. */
function oldServer(): OldServer {
  const server = new OldServer({ name: 'old', version: '1' });
  server.registerTool('echo', { inputSchema: { text: z.string() } }, async ({ text }) => ({
    content: [{ type: 'text', text: `old ${text}` }],
  }));
  server.registerTool('order', {}, async () => {
    const answer = await server.server.elicitInput({ message: 'Which size?', requestedSchema: order });
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  });
  return server;
}

/** Serves over HTTP to those that bring a header; returns the address and how many were turned away. */
async function served(handle: (request: IncomingMessage, response: ServerResponse) => unknown) {
  let refused = 0;
  const host = createServer((request, response) => {
    if (request.headers.authorization === 'Bearer abc') return void handle(request, response);
    refused += 1;
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  const { port } = z.object({ port: z.number() }).parse(host.address());
  return { url: `http://127.0.0.1:${port}/mcp`, refused: () => refused };
}

async function servedNew() {
  return served(toNodeHandler(createMcpHandler(newServer, { legacy: 'reject' })));
}

async function servedOld() {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'session' });
  await oldServer().connect(transport);
  return served((request, response) => transport.handleRequest(request, response));
}

const headers = { Authorization: 'Bearer ${SERVER_TOKEN}' };
const env = { SERVER_TOKEN: 'abc', SHELL: '/bin/sh', PATH: process.env['PATH'] };

test.each([
  ['2026', servedNew, 'new'],
  ['2025', servedOld, 'old'],
] as const)(
  'a server at an address that speaks the protocol of %s answers, and asks by a form',
  async (_, serve, name) => {
    const server = await serve();
    const chat = await serversChat({ far: { url: server.url, headers } }, { env });
    await chat.calls('far__echo', { text: 'wren' });
    await chat.asked();
    await chat.answers('once');
    expect(await chat.result()).toEqual({ ok: true, text: `${name} wren` });
    await chat.calls('far__order', {});
    await chat.asked();
    await chat.answers('once');
    const form = await chat.form();
    expect(form).toMatchObject({ asker: { server: 'far' }, message: 'Which size?' });
    await chat.answerForm(form, { action: 'accept', entries: [{ id: 'size', value: 'large' }] });
    const { text } = await chat.result();
    expect(JSON.parse(text)).toMatchObject({ action: 'accept', content: { size: 'large' } });
    expect(server.refused()).toBe(0);
  },
);

test('a server that wants to know who one is says so, and its tools are not there', async () => {
  const server = await servedNew();
  const chat = await serversChat({ far: { url: server.url } });
  await chat.calls('list_files', {});
  expect((await chat.result()).ok).toBe(true);
  const [far] = (await chat.overview()).servers;
  const problem = far?.state.type === 'failed' ? far.state.problem : '';
  expect(problem).toContain('Put a token into the headers');
  expect(server.refused()).toBeGreaterThan(0);
});

test('a call whose answer breaks off fails, and says that nobody knows how far it came', async () => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'session' });
  const old = oldServer();
  let calling: ServerResponse | undefined;
  old.registerTool('vanish', {}, async ({ sendNotification }) => {
    await sendNotification({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    await expect.poll(() => calling?.headersSent).toBe(true);
    calling?.destroy();
    return new Promise<never>(() => {});
  });
  await old.connect(transport);
  const server = await served((request, response) => {
    if (request.method === 'POST') calling = response;
    return transport.handleRequest(request, response);
  });
  const chat = await serversChat({ far: { url: server.url, headers } }, { env });
  await chat.calls('far__vanish', {});
  await chat.asked();
  await chat.answers('once');
  expect(await chat.result()).toEqual({
    ok: false,
    text: 'far did not answer the call. The connection broke off during this call, which may have been carried out in part.',
  });
});

test('a server that forgot the session, as after it was started again, gets a new one and the call', async () => {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  let opened = 0;
  async function transportOf(id: string | undefined) {
    if (id !== undefined) return sessions.get(id);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${(opened += 1)}`,
      onsessioninitialized: (begun) => void sessions.set(begun, transport),
    });
    await oldServer().connect(transport);
    return transport;
  }
  const server = await served(async (request, response) => {
    const transport = await transportOf(request.headers['mcp-session-id']?.toString());
    if (transport === undefined) response.writeHead(404).end();
    else await transport.handleRequest(request, response);
  });
  const chat = await serversChat({ far: { url: server.url, headers } }, { env });
  await chat.calls('far__echo', { text: 'wren' });
  await chat.asked();
  await chat.answers('once');
  expect(await chat.result()).toEqual({ ok: true, text: 'old wren' });
  sessions.clear();
  await chat.calls('far__echo', { text: 'lark' });
  await chat.asked();
  await chat.answers('once');
  expect(await chat.result()).toEqual({ ok: true, text: 'old lark' });
  expect(opened).toBe(2);
});
