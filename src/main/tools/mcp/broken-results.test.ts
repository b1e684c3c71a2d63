import { expect, test } from 'vitest';
import { hostile } from '../../../../test/main/mcp-servers/hostile-server.ts';
import { startSdkServer } from '../../../../test/main/mcp-servers/sdk-server.ts';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';

const outputSchema = {
  type: 'object',
  properties: { temperature: { type: 'number' } },
  required: ['temperature'],
};
const text = (words: string) => [{ type: 'text', text: words }];
const promises = 'This is not the result that the server promises';

/** What the model reads of a call of a tool with this output schema, and how often the server was called. */
async function called(promised: unknown, result: Record<string, unknown>) {
  const server = await startSdkServer({
    tools: [{ name: 'look', inputSchema: { type: 'object' }, outputSchema: promised }],
    call: () => result,
  });
  const chat = await serversChat({ weather: { url: server.url } });
  await chat.calls('weather__look', {});
  await chat.asked();
  await chat.answers('once');
  return { ...(await chat.result()), calls: server.calls.length };
}

test.each<[string, unknown, Record<string, unknown>, string]>([
  ['lacks its structured content', outputSchema, { content: text('It is warm.') }, 'no structured content'],
  [
    'has another shape',
    outputSchema,
    { content: text('It is warm.'), structuredContent: { temperature: 'warm' } },
    'temperature must be number',
  ],
  [
    'lacks what is required',
    outputSchema,
    { content: text('It is warm.'), structuredContent: {} },
    "must have required property 'temperature'",
  ],
])('a result that %s is the result, with a line about it', async (_, promised, result, problem) => {
  const { ok, text: said, calls } = await called(promised, result);
  expect(ok).toBe(true);
  expect(said).toMatch(/^It is warm\.\n\[/);
  expect(said).toContain(promises);
  expect(said).toContain(problem);
  expect(calls).toBe(1);
});

test.each([
  ['names a type that there is not', { type: 'object', properties: { a: { type: 'any' } } }],
  ['refers to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
  ['requires by true', { type: 'object', properties: { a: { type: 'string', required: true } } }],
  [
    'is of a draft that nobody checks',
    { ...outputSchema, $schema: 'http://json-schema.org/draft-03/schema#' },
  ],
  ['is a text', 'a number'],
])('with an output schema that %s the result is the result all the same', async (_, promised) => {
  const result = { content: text('It is warm.'), structuredContent: { temperature: 20 } };
  const { ok, text: said, calls } = await called(promised, result);
  expect(ok).toBe(true);
  expect(said).toMatch(/^It is warm\.\n\[Nobody can tell/);
  expect(calls).toBe(1);
});

test('a result that is as it was promised is passed on without a word, of draft-07 too', async () => {
  const pair = { type: 'array', items: [{ type: 'number' }, { type: 'string' }] };
  const result = { content: text('It is warm.'), structuredContent: { pair: [1, 'a'] } };
  expect((await called({ type: 'object', properties: { pair } }, result)).text).toBe('It is warm.');
  expect((await called(outputSchema, { content: text('Broken'), isError: true })).text).toBe('Broken');
});

test.each<[string, string, { ok: boolean; text: string }]>([
  [
    'a part of a kind that the protocol does not have',
    "{ content: [{ type: 'text', text: 'Done.' }, { type: 'video', url: 'x' }] }",
    { ok: true, text: 'Done.\n{"type":"video","url":"x"}' },
  ],
  ['a content that is a text', "{ content: 'Done.' }", { ok: true, text: 'Done.' }],
  ['a structured content that is a number', '{ structuredContent: 7 }', { ok: true, text: '7' }],
  [
    'a text for the sign of an error',
    "{ content: [{ type: 'text', text: 'No.' }], isError: 'true' }",
    { ok: false, text: 'No.' },
  ],
])('a result with %s is read for what it says', async (_, result, expected) => {
  // As of servers written by hand, without a library.
  const chat = await serversChat({
    evil: hostile(
      `if (method === 'tools/list') return send({ id, result: { tools: [tool('look')] } });
      if (method === 'tools/call') send({ id, result: ${result} });`,
    ),
  });
  await chat.calls('evil__look', {});
  await chat.asked();
  await chat.answers('once');
  expect(await chat.result()).toEqual(expected);
});

test('a result with a list where an object was promised says so, in the protocol that has objects alone', async () => {
  const chat = await serversChat({
    evil: hostile(
      `if (method === 'tools/list')
        return send({ id, result: { tools: [tool('look', { outputSchema: { type: 'object' } })] } });
      if (method === 'tools/call') send({ id, result: { content: [], structuredContent: [1, 2] } });`,
    ),
  });
  await chat.calls('evil__look', {});
  await chat.asked();
  await chat.answers('once');
  const { ok, text: said } = await chat.result();
  expect(ok).toBe(true);
  expect(said).toContain('[\n  1,\n  2\n]');
  expect(said).toContain(`${promises}: data must be object`);
});

test('an error that a server answers with is told as its answer', async () => {
  const chat = await serversChat({
    evil: hostile(
      `if (method === 'tools/list') return send({ id, result: { tools: [tool('look')] } });
      if (method === 'tools/call') send({ id, error: { code: -32603, message: 'The disk is full' } });`,
    ),
  });
  await chat.calls('evil__look', {});
  await chat.asked();
  await chat.answers('once');
  const { ok, text: said } = await chat.result();
  expect(ok).toBe(false);
  expect(said).toContain('evil answered the call with an error');
  expect(said).toContain('The disk is full');
});

test('tools that can’t be read cost themselves, and the others are used', async () => {
  const chat = await serversChat({
    evil: hostile(
      `if (method === 'tools/list') return send({ id, result: { nextCursor: null, tools: [
        { name: 'a', inputSchema: null }, { name: 'b', inputSchema: { type: 'string' } },
        { name: 'c', inputSchema: { type: 'object', required: true, properties: [] } }, { title: 'no name' }, 'd',
        { name: 'e', inputSchema: { type: 'object' }, annotations: 'none', description: 7 }, tool('f') ] } });
      if (method === 'tools/call') text(id, params.name);`,
    ),
  });
  await chat.calls('evil__f', {});
  await chat.asked();
  await chat.answers('once');
  expect((await chat.result()).text).toBe('f');
  expect(chat.offered().filter((name) => name.startsWith('evil__'))).toEqual(
    ['a', 'b', 'c', 'e', 'f'].map((name) => `evil__${name}`),
  );
});

test.each<[string, string, string]>([
  ['error: null beside it', "{ error: null, result: { content: [{ type: 'text', text: 'made' }] } }", 'made'],
  ['a text for its result', "{ result: 'made' }", 'made'],
  ['a list of parts for its result', "{ result: [{ type: 'text', text: 'made' }, 'twice'] }", 'made\ntwice'],
  ['the result of October 2024', "{ result: { toolResult: 'made' } }", 'made'],
  ['null for its result', '{ result: null }', '(The tool returned nothing.)'],
])('an answer of a program with %s is a result', async (_, answer, said) => {
  const chat = await serversChat({
    s: hostile(
      `if (method === 'tools/list') return send({ id, result: { tools: [tool('make')] } });
      if (method === 'tools/call') send({ id, ...${answer} });`,
    ),
  });
  await chat.calls('s__make', {});
  await chat.asked();
  await chat.answers('once');
  expect(await chat.result()).toEqual({ ok: true, text: said });
});

test.each<[string, string]>([
  ['a text', "'no such thing'"],
  ['no code', "{ message: 'no such thing' }"],
])('an error of a program that is %s ends the call', async (_, error) => {
  const chat = await serversChat({
    s: hostile(
      `if (method === 'tools/list') return send({ id, result: { tools: [tool('make')] } });
      if (method === 'tools/call') send({ id, error: ${error} });`,
    ),
  });
  await chat.calls('s__make', {});
  await chat.asked();
  await chat.answers('once');
  const { ok, text: said } = await chat.result();
  expect(ok).toBe(false);
  expect(said).toMatch(/^s answered the call with an error: .*no such thing/);
});
