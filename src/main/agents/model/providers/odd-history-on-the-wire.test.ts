/**
 * A chat goes on with any provider, whatever stands in it from another: ids as Moonshot, Gemini behind a gateway, Claude
 * and Mistral write them, names that no tool has, as gpt-oss (`read_file<|channel|>commentary`) and Gemini
 * (`default_api.list_files`) write them, halves of characters. `request-rules.ts` has what each provider refuses.
 */
import { expect, it } from 'vitest';
import {
  chatWithRaw,
  events,
  type RawReply,
  startRawProvider,
  typedEvents,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { wires } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { problemOf } from '../../../../../test/main/agents/model/request-rules.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';

const call = (index: number, [id, name, input]: [string, string, unknown]) => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
});

const odd: [string, string, unknown][] = [
  ['functions.list_files:0', 'list_files', {}],
  ['functions_list_files_0', 'list_files', {}],
  ['functions.list_files.0', 'default_api.list_files', {}],
  [`call_${'x'.repeat(90)}`, 'list_files<|channel|>commentary', {}],
  [`call_${'x'.repeat(91)}`, '1 list of files', '"{}"'],
  ['toolu_01A', 'constructor', {}],
  ['7', '__proto__', '[1]'],
  ['Ab3dE6gH9', 'x'.repeat(200), { path: 'a\ud83d' }],
  ['', 'read_file', '{"path": "b\\ud83d", "other": "\\\\ud83d"}'],
];

const calls: RawReply = {
  body: events(
    { choices: [{ delta: { content: 'I look.', tool_calls: odd.map((one, index) => call(index, one)) } }] },
    { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
  ),
};
const well: RawReply = {
  body: events({ choices: [{ delta: { content: 'Well.' }, finish_reason: 'stop' }] }),
};

const agents: [ProviderId, string][] = [
  ...providerIdSchema.options.map((id): [ProviderId, string] => [id, wires[id].agent]),
  ['openai-compatible', 'openai-compatible/mistral-large-latest'],
];

it.each(agents)('%s takes a chat with odd calls of another model, as %s', async (id, agent) => {
  const [first, second] = [await startRawProvider([calls, well]), await startRawProvider([well])];
  const env = { ...wires['openai-compatible'].env(first.url), PARLEY_AGENT: 'openai-compatible/first' };
  const dataDir = temporaryFolder();
  const { client, close } = testApp(dataDir, { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await chat.until((seen) => agentText(seen).includes('Well.'));
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
  await close();

  const next = testApp(dataDir, { env: { ...env, ...wires[id].env(second.url) } });
  await next.client.workspace.setAgent({ workspaceId, agent });
  await next.client.workspace.sendMessage({ workspaceId, key: 'second', text: 'And now?' });
  await untilWorkspace(
    next.client,
    workspaceId,
    ({ turn }) => turn.status === 'failed' || turn.status === 'idle',
  );
  const [request] = second.requests;
  expect(problemOf('openai-compatible', first.requests.at(-1)?.body ?? '')).toBeUndefined();
  expect(problemOf(id, request?.body ?? '')).toBeUndefined();
  const ids = [...(request?.body ?? '').matchAll(/"tool_call_id":"([^"]*)"/g)].map(([, given]) => given);
  if (agent.includes('mistral'))
    expect(ids.filter((given) => /^[a-zA-Z0-9]{9}$/.test(given ?? ''))).toHaveLength(odd.length);
});

it('answers that broke off one after the other are not the end of the next request', async () => {
  const begin = {
    type: 'message_start',
    message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] },
  };
  const beginText = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  const text = (words: string) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: words },
  });
  const cut: RawReply = { body: typedEvents(begin, beginText, text('I begin')), end: 'reset' };
  const end = [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
  const whole: RawReply = { body: typedEvents(begin, beginText, text('Done.'), ...end) };
  const chat = await chatWithRaw('anthropic', [cut, cut, cut, whole]);
  for (const _ of [1, 2, 3]) {
    expect((await chat.end()).status).toBe('failed');
    await chat.client.workspace.resume({ workspaceId: chat.workspaceId });
  }
  await chat.chat.until((seen) => agentText(seen).includes('Done.'));
  expect(chat.requests.map(({ body }) => problemOf('anthropic', body))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
