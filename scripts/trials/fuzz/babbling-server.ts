import fc from 'fast-check';
import { type Answers, send } from '../json-rpc.ts';
import { Babbler, babbleVariables, batch } from './babble.ts';
import { distorted } from './distorted.ts';

/*
 * An MCP server in the protocol of 2025 that sends with each call of its tool a batch of messages that are wrong in
 * every way, answers with a wrong result, and counts what it is answered. It lets go of what is still open before.
 */
const { runs, seed } = babbleVariables();

const properties = {
  name: { type: 'string', title: 'Name', maxLength: 5, pattern: '^a+$', format: 'email' },
  count: { type: 'integer', minimum: 1, maximum: 3, default: 2 },
  size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
  all: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 },
  pin: { type: 'string', _meta: { codex: { isSecret: true } } },
};
const requestedSchema = { type: 'object', properties, required: ['name'] };
const messages = [
  { method: 'elicitation/create', params: { mode: 'form', message: 'M', requestedSchema } },
  { method: 'elicitation/create', params: { message: 'M', requestedSchema } },
  {
    method: 'elicitation/create',
    params: { mode: 'url', message: 'M', url: 'http://h/', elicitationId: 'e' },
  },
  { method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } },
  { method: 'notifications/progress', params: { progressToken: 1, progress: 1, message: 'm' } },
  { method: 'notifications/message', params: { level: 'info', logger: 'l', data: { a: 1 } } },
  { method: 'notifications/resources/updated', params: { uri: 'x://y' } },
  { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } },
  { method: 'roots/list', params: {} },
  { method: 'ping' },
];
const results = [
  {
    content: [
      { type: 'text', text: 'words' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'x://y', text: 't' } },
      { type: 'resource_link', uri: 'x://y', name: 'n' },
    ],
    structuredContent: { a: 1 },
    isError: false,
    _meta: { a: 1 },
  },
];
const tools = [
  {
    name: 'other',
    title: 'T',
    description: 'd',
    inputSchema: { type: 'object', properties: { a: { type: 'string', $ref: '#/a' } }, required: ['a'] },
    annotations: { readOnlyHint: true, destructiveHint: false },
    _meta: { a: 1 },
  },
];

const endings = fc.sample(fc.tuple(distorted(results), distorted(tools)), {
  numRuns: Math.ceil(runs / batch),
  seed,
});

const babbler = new Babbler(messages);
let calls = 0;

function endCall(id: unknown): void {
  for (const requestId of babbler.takeOpen())
    send({ method: 'notifications/cancelled', params: { requestId } });
  send({ method: 'notifications/tools/list_changed' });
  send({ id, result: endings[calls]?.[0] });
  calls += 1;
  babbler.note();
}

const capabilities = { tools: { listChanged: true } };
const go = { name: 'go', inputSchema: { type: 'object' } };

const answers: Answers = {
  initialize: (id) =>
    send({
      id,
      result: { protocolVersion: '2025-06-18', capabilities, serverInfo: { name: 'babble', version: '1' } },
    }),
  'server/discover': (id) => send({ id, error: { code: -32_601, message: 'Unknown' } }),
  'tools/list': (id) => send({ id, result: { tools: calls % 4 === 3 ? [go, endings[calls]?.[1]] : [go] } }),
  'tools/call': (id) => {
    babbler.babble();
    // The host reads what was sent before this ends it.
    setTimeout(() => endCall(id), 100);
  },
  ping: (id) => send({ id, result: {} }),
};

babbler.serve(answers);
