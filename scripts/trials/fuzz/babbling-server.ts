import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Answers, send, serve } from '../json-rpc.ts';
import { type BabbleFigures, babbleVariables, isConsent, seldom, wrongMessages } from './babble.ts';
import { distorted } from './distorted.ts';

/**
 * An MCP server in the protocol of 2025 that sends with each call of its tool a batch of messages that are wrong in
 * every way, answers with a wrong result, and counts what it is answered. It lets go of what is still open before.
 */
const { file, runs, seed } = babbleVariables();

const batch = 100;

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

const input = fc.record({
  message: wrongMessages(messages),
  isRequest: fc.boolean(),
  junk: seldom,
});
const endings = fc.sample(fc.tuple(distorted(results), distorted(tools)), {
  numRuns: Math.ceil(runs / batch),
  seed,
});

const figures: BabbleFigures = { sent: 0, answered: 0, refused: 0, consents: 0 };
const open = new Set<number>();
let count = 0;
let calls = 0;
let next = 1_000;

function babble(): void {
  const numRuns = Math.min(batch, runs - count);
  if (numRuns <= 0) return;
  for (const { message, isRequest, junk } of fc.sample(input, { numRuns, seed: seed + count })) {
    figures.sent += 1;
    if (junk !== null) process.stdout.write(`${junk}\n`);
    else if (typeof message !== 'object' || message === null || Array.isArray(message))
      process.stdout.write(`${JSON.stringify(message)}\n`);
    else if (isRequest) {
      open.add((next += 1));
      send({ ...message, id: next });
    } else send(message);
  }
  count += numRuns;
}

function endCall(id: unknown): void {
  for (const requestId of open) send({ method: 'notifications/cancelled', params: { requestId } });
  open.clear();
  send({ method: 'notifications/tools/list_changed' });
  send({ id, result: endings[calls]?.[0] });
  calls += 1;
  writeFileSync(file, JSON.stringify(figures));
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
    babble();
    // What was sent is read before what ends it.
    setTimeout(() => endCall(id), 100);
  },
  ping: (id) => send({ id, result: {} }),
};

serve(answers, ({ result, error }) => {
  figures.answered += 1;
  figures.refused += Number(error !== undefined);
  figures.consents += Number(isConsent(result));
});
