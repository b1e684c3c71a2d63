import { createAnthropic } from '@ai-sdk/anthropic';
import { jsonSchema, streamText } from 'ai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnthropicServer, type Block, startAnthropicServer } from './anthropic-server.ts';

let server: AnthropicServer;

beforeEach(async () => {
  server = await startAnthropicServer();
});

afterEach(() => server.close());

async function partsOf(blocks: Block[]): Promise<string[]> {
  server.reply({ type: 'answer', blocks });
  const model = createAnthropic({ apiKey: 'key', baseURL: `${server.url}/v1` })('claude-test');
  const tools = { ask: { inputSchema: jsonSchema({ type: 'object' }) } };
  const { stream } = streamText({ model, prompt: 'Hello', tools, maxRetries: 0, maxOutputTokens: 1_000 });
  const told: string[] = [];
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') told.push(part.text);
    if (part.type === 'tool-call') told.push(`${part.toolCallId} ${JSON.stringify(part.input)}`);
    if (part.type === 'finish-step') told.push(part.finishReason);
  }
  return told;
}

test('thinking, text and two calls of one step arrive through the real provider', async () => {
  const told = await partsOf([
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Two questions.' },
    { type: 'tool_use', id: 'a', name: 'ask', input: { questions: ['"é"\n'] } },
    { type: 'tool_use', id: 'b', name: 'ask', input: {} },
  ]);
  expect(told.filter((piece) => piece !== '')).toEqual([
    'Hm.',
    'Two questions.',
    'a {"questions":["\\"é\\"\\n"]}',
    'b {}',
    'tool-calls',
  ]);
});

test.each(['"text"', '[1,2]', 'null', '7'])('a call whose input is %s arrives as it is', async (json) => {
  expect(await partsOf([{ type: 'tool_use', id: 'a', name: 'ask', json }])).toEqual([
    `a ${json}`,
    'tool-calls',
  ]);
});

test('every request is recorded with its body, and can be waited for', async () => {
  const first = server.request(0);
  await partsOf([{ type: 'text', text: 'Hi' }]);
  expect((await first).body).toMatchObject({ model: 'claude-test', stream: true, tools: [{ name: 'ask' }] });
  expect(server.requests).toHaveLength(1);
});

test('a request for the list of models leaves the reply to the next message', async () => {
  server.reply({ type: 'answer', blocks: [{ type: 'text', text: 'Hi' }] });
  await (await fetch(`${server.url}/v1/models`)).text();
  const answered = await fetch(`${server.url}/v1/messages`, { method: 'POST', body: '{}' });
  expect(await answered.text()).toContain('"Hi"');
});
