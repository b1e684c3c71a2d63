import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ProviderId } from '../../../shared/providers/provider.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { hostile } from '../../../../test/main/mcp-servers/hostile-server.ts';
import type { SubstituteReply } from '../../../../test/main/agents/model/provider-proxy.ts';
import { providerThatMakes, wires } from '../../../../test/main/agents/model/providers-on-the-wire.ts';
import { whyRefused } from '../../../../test/main/mcp-servers/schema-takers.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';
import { answerPermission } from '../../../../test/main/permissions/permission-chat.ts';

/** Schemas as real servers have them: draft-07's tuples, draft-03's marks, types that are none, references, choices. */
const odd = `{
  type: 'object',
  $schema: 'http://json-schema.org/draft-07/schema#',
  definitions: { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' } } } },
  properties: {
    size: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] },
    title: { type: 'string', required: true },
    extra: { type: 'any' },
    labels: { type: 'array' },
    tree: { $ref: '#/definitions/Node' },
  },
  oneOf: [{ required: ['title'] }, { required: ['extra'] }],
}`;

const tickets = () =>
  hostile(
    `if (method === 'tools/list') return send({ id, result: { tools: [
    tool('create_ticket', { inputSchema: ${odd} }), tool('list_tickets'),
    tool('size_ticket', { inputSchema: { type: 'object', properties: {
      size: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] } } } }), tool('x'.repeat(90)) ] } });
  if (method === 'tools/call') text(id, 'made ' + JSON.stringify(params.arguments));`,
  );

const ids: ProviderId[] = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'];

/** A chat with a model of a provider, which may use the server of tickets; the model makes these calls. */
async function ticketsChat(id: ProviderId, calls: readonly { name: string; input: unknown }[]) {
  const { proxy, env } = await providerThatMakes(id, calls);
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: { tickets: tickets() } }));
  const { client } = testApp(dataDir, { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  const chat = await watchChat(client, workspaceId);
  const send = (text: string) => client.workspace.sendMessage({ workspaceId, key: text, text });
  const ended = () =>
    untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle' || turn.status === 'failed');
  const asked = () => proxy.requests.filter(({ path }) => wires[id].path.test(path));
  /** The notes of the chat, once there are any. */
  const notes = async () => notesOf(await chat.until((transcript) => notesOf(transcript).length > 0));
  return { proxy, client, workspaceId, chat, send, ended, asked, notes };
}

const notesOf = ({ messages }: Pick<Transcript, 'messages'>) =>
  messages.flatMap((message) => (message.role === 'agent' ? (message.notes ?? []) : []));

/** The result of the chat's first call, once there is one. */
async function resultIn(chat: Awaited<ReturnType<typeof watchChat>>) {
  const find = (transcript: Transcript) => toolParts(transcript)[0]?.result;
  const result = find(
    await chat.until((transcript) => find(transcript) !== null && find(transcript) !== undefined),
  );
  if (result === null || result === undefined) throw new Error('There is no result.');
  return result;
}

const named = z.looseObject({ name: z.string() });
const anyTool = z.union([
  z.object({ functionDeclarations: z.array(named) }).transform((of) => of.functionDeclarations),
  z.object({ function: named }).transform((of) => [of.function]),
  named.transform((of) => [of]),
]);

/** The tools that a request offers, by their names. */
function offeredIn(body: string) {
  const { tools = [] } = z.object({ tools: z.array(anyTool).optional() }).parse(JSON.parse(body));
  return tools.flat();
}

const schemaOf = (tool: Record<string, unknown> | undefined) =>
  z
    .record(z.string(), z.unknown())
    .parse(tool?.['parameters'] ?? tool?.['parametersJsonSchema'] ?? tool?.['input_schema']);

test.each(ids)('%s gets the tools of servers as it takes them, and calls reach the server', async (id) => {
  const input = { title: 'A', labels: ['b'], size: [1, 2] };
  const { chat, client, workspaceId, send, ended, asked } = await ticketsChat(id, [
    { name: 'tickets__create_ticket', input },
  ]);
  await send('Make a ticket');
  const [call] = toolParts(await chat.until((transcript) => toolParts(transcript).length > 0));
  const callId = call?.toolCallId ?? '';
  await answerPermission({ client, chat, workspaceId }, callId, { choiceId: 'once' });
  await ended();
  const tools = offeredIn(asked()[0]?.body ?? '');
  for (const tool of tools.filter(({ name }) => name.startsWith('tickets__'))) {
    expect(tool.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    expect(whyRefused(schemaOf(tool))).toEqual([]);
  }
  expect(schemaOf(tools.find(({ name }) => name === 'tickets__create_ticket'))).toMatchObject({
    properties: { title: { type: 'string' }, extra: {}, labels: { items: {} } },
    required: ['title'],
  });
  expect(await resultIn(chat)).toEqual({ ok: true, text: `made ${JSON.stringify(input)}` });
});

test('null in a field that may be left out is left out, on the card as in the call', async () => {
  const { chat, client, workspaceId, send, ended } = await ticketsChat('anthropic', [
    { name: 'tickets__size_ticket', input: { size: null, more: { deep: null, kept: [1, { none: null }] } } },
  ]);
  await send('Size a ticket');
  const [call] = toolParts(
    await chat.until((transcript) => toolParts(transcript)[0]?.permission !== undefined),
  );
  expect(call?.permission?.subject).toMatchObject({ input: { more: { kept: [1, {}] } } });
  await answerPermission({ client, chat, workspaceId }, call?.toolCallId ?? '', { choiceId: 'once' });
  await ended();
  expect(await resultIn(chat)).toEqual({ ok: true, text: 'made {"more":{"kept":[1,{}]}}' });
});

test.each<[string, unknown, unknown]>([
  ['a list', { size: '[1, 2]' }, { size: [1, 2] }],
  ['the whole input', '{"size":[1,2]}', { size: [1, 2] }],
  ['the whole input in a fence, its list too', '```json\n{"size":"[1,\\"2\\"]"}\n```', { size: [1, 2] }],
])('text of JSON for %s is read as that, on the card as in the call', async (_, input, sent) => {
  const { chat, client, workspaceId, send, ended } = await ticketsChat('openai-compatible', [
    { name: 'tickets__size_ticket', input },
  ]);
  await send('Size a ticket');
  const [call] = toolParts(
    await chat.until((transcript) => toolParts(transcript)[0]?.permission !== undefined),
  );
  expect(call?.permission?.subject).toMatchObject({ input: sent });
  await answerPermission({ client, chat, workspaceId }, call?.toolCallId ?? '', { choiceId: 'once' });
  await ended();
  expect(await resultIn(chat)).toEqual({ ok: true, text: `made ${JSON.stringify(sent)}` });
});

test('input that the server’s own schema forbids is not sent, and the model reads why', async () => {
  const { chat, send, ended } = await ticketsChat('anthropic', [
    { name: 'tickets__size_ticket', input: { size: ['big', 2] } },
  ]);
  await send('Size a ticket');
  await ended();
  const { ok, text } = await resultIn(chat);
  expect(ok).toBe(false);
  expect(text).toContain('/size/0 must be number');
  expect(text).toContain('Nothing was called.');
});

const placeOf = (body: string) => offeredIn(body).findIndex(({ name }) => name === 'tickets__create_ticket');

/** How each refuses the schema of a tool. */
const refusals: Record<string, [ProviderId, (body: string) => SubstituteReply]> = {
  'OpenAI by the name': [
    'openai',
    () => ({
      status: 400,
      body: {
        error: {
          message:
            "Invalid schema for function 'tickets__create_ticket': In context=('properties', 'labels'), array schema missing items.",
          type: 'invalid_request_error',
          param: 'tools[9].parameters',
          code: 'invalid_function_parameters',
        },
      },
    }),
  ],
  'Anthropic by the place': [
    'anthropic',
    (body) => ({
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: `tools.${placeOf(body)}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12`,
        },
      },
    }),
  ],
  'Google by the place': [
    'google',
    (body) => ({
      status: 400,
      body: {
        error: {
          code: 400,
          message: `* GenerateContentRequest.tools[0].function_declarations[${placeOf(body)}].parameters.properties[labels].items: missing field.`,
          status: 'INVALID_ARGUMENT',
        },
      },
    }),
  ],
  'a gateway by the name': [
    'openai-compatible',
    () => ({
      status: 422,
      body: { detail: 'Tool tickets__create_ticket: schema of parameters could not be converted' },
    }),
  ],
};

test.each(Object.keys(refusals))(
  'a tool that %s refuses is left out, the request is made again, and the chat says so, once',
  async (name) => {
    const [id, refuse] = refusals[name] ?? ['openai', () => ({ status: 400, body: '' })];
    const { proxy, send, ended, asked, notes } = await ticketsChat(id, []);
    proxy.answerNext(refuse);
    await send('Hello');
    expect((await ended()).turn).toEqual({ status: 'idle' });
    expect(asked()).toHaveLength(2);
    const last = offeredIn(asked()[1]?.body ?? '').map((tool) => tool.name);
    expect(last).toContain('tickets__list_tickets');
    expect(last).not.toContain('tickets__create_ticket');
    expect(await notes()).toMatchObject([
      { type: 'tools-left-out', tools: ['tickets: create_ticket'], among: false },
    ]);
  },
);

test('where a refusal names no tool, those of servers are left out for this turn', async () => {
  const { proxy, send, ended, asked, notes } = await ticketsChat('openai-compatible', []);
  // llama.cpp, in `common/json-schema-to-grammar.cpp`.
  proxy.answerNext({
    status: 400,
    body: {
      error: { code: 400, message: 'JSON schema conversion failed: Unrecognized schema: {"x":1}, grammar' },
    },
  });
  await send('Hello');
  expect((await ended()).turn).toEqual({ status: 'idle' });
  const last = offeredIn(asked()[1]?.body ?? '').map((tool) => tool.name);
  expect(last).toContain('read_file');
  expect(last.filter((tool) => tool.startsWith('tickets__'))).toEqual([]);
  expect(await notes()).toMatchObject([{ type: 'tools-left-out', among: true }]);
});

test('a provider that goes on refusing is asked no more than twice again, and what failed is said', async () => {
  const { proxy, send, ended, asked } = await ticketsChat('openai', []);
  const [, refuse] = refusals['OpenAI by the name'] ?? [];
  if (refuse === undefined) throw new Error('There is no such refusal.');
  proxy.answerNext(refuse, refuse, refuse, refuse, refuse);
  await send('Hello');
  expect((await ended()).turn.status).toBe('failed');
  expect(asked().length).toBeLessThanOrEqual(3);
});
