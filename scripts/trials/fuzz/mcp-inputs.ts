import fc from 'fast-check';
import { distorted } from './distorted.ts';
import { wellFormed } from './fuzz-dialects.ts';

/** A request as it goes out; a `session` of a client of 2025 is put in when it is sent. */
export type McpInput = {
  method: 'POST' | 'GET' | 'DELETE' | 'PUT';
  headers: Record<string, string>;
  session: boolean;
  body: string | Uint8Array;
};

const eras = ['2025-06-18', '2026-07-28'] as const;
type Era = (typeof eras)[number];

const tools = ['ask_user_question', 'ask', 'ask_user', 'review_plan', 'AskUserQuestion', 'nothing'] as const;

/** Fields of every request of the newer era. */
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: { roots: {}, elicitation: {} },
    clientInfo: { name: 'fuzz', version: '1' },
  },
};

const messages: readonly object[] = [
  initialize,
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2, reason: 'No' } },
  { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { cursor: 'x', _meta: meta } },
  { jsonrpc: '2.0', id: 3, method: 'server/discover', params: { _meta: meta } },
  { jsonrpc: '2.0', id: 4, method: 'resources/read', params: { uri: 'file:///etc/passwd', _meta: meta } },
  { jsonrpc: '2.0', id: 5, result: { roots: [{ uri: 'file:///', name: 'all' }] } },
  { jsonrpc: '2.0', id: 6, method: 'tools/call', params: { name: 'ask_user', arguments: {}, _meta: meta } },
];

const headersOf = (era: Era): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': era,
});

/** Calls of tools that have the right form up to their arguments, or up to one place in those. */
const calls = fc
  .tuple(
    fc.constantFrom(...eras),
    fc.constantFrom(...tools),
    distorted([...wellFormed, { title: 'A plan', plan: '# A plan', workspace: '/nowhere' }]),
  )
  .map(([era, name, input]): McpInput => {
    const params = { name, arguments: input, ...(era === '2026-07-28' && { _meta: meta }) };
    const headers = { ...headersOf(era), 'mcp-method': 'tools/call', 'mcp-name': name };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
    return { method: 'POST', headers, session: era === '2025-06-18', body };
  });

const bodies = fc.oneof(
  { weight: 3, arbitrary: distorted(messages).map((message) => JSON.stringify(message)) },
  { weight: 1, arbitrary: fc.array(distorted(messages), { maxLength: 5 }).map((all) => JSON.stringify(all)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...messages), fc.nat(300))
      .map(([message, at]) => JSON.stringify(message).slice(0, at)),
  },
  { weight: 1, arbitrary: fc.nat(2_000).map((depth) => '['.repeat(depth)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 500, unit: 'binary' }) },
);

const headerValue = fc.oneof(
  fc.constantFrom('', 'application/json', 'text/event-stream', '*/*', '2024-11-05', '9999-99-99', 'null'),
  fc.string({ maxLength: 60 }).map((text) => text.trim()),
  fc.nat(6_000).map((length) => 'x'.repeat(length)),
);

const headerName = fc.constantFrom(
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
  'content-encoding',
  'origin',
);

const requests = fc
  .record({
    method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT'),
    era: fc.constantFrom(...eras),
    spoilt: fc.dictionary(headerName, headerValue, { maxKeys: 2 }),
    session: fc.boolean(),
    body: bodies,
  })
  .map(({ method, era, spoilt, session, body }): McpInput => {
    return { method, headers: { ...headersOf(era), ...spoilt }, session, body };
  });

/** Requests that a client of either era might send by mistake, and texts that are none. */
export const mcpInputs: fc.Arbitrary<McpInput> = fc.oneof(requests, calls);
