import { expect, test } from 'vitest';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';
import {
  providerThatCalls,
  testKey,
  wires,
} from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

const question = {
  question: 'Which "one"?',
  header: 'Choice',
  options: [
    { label: 'A', description: 'the first' },
    { label: 'B', description: 'the second' },
  ],
  multiSelect: false,
};

const summary = `User has answered your questions: "Which \\"one\\"?"="B". You can now continue with the user's answers in mind.`;

/** Tokens of two answers; the mock counts none for Ollama. */
const used = { anthropic: { input: 20, output: 40 }, mock: { input: 22, output: 14 } };

/** The result of a call in the body of each protocol, as far as it must be exact. */
const results: Record<ProviderId, object> = {
  anthropic: {
    messages: [{}, {}, { content: [{ type: 'tool_result', tool_use_id: 'call-1', content: summary }] }],
  },
  openai: {
    store: false,
    input: [
      {},
      {},
      { type: 'reasoning' },
      { type: 'function_call' },
      { type: 'function_call_output', output: summary },
    ],
  },
  google: {
    contents: [
      {},
      {},
      { parts: [{ functionResponse: { name: 'ask_user_question', response: { content: summary } } }] },
    ],
  },
  'openai-compatible': { messages: [{}, {}, {}, { role: 'tool', content: summary }] },
  ollama: { messages: [{}, {}, {}, { role: 'tool', content: summary }] },
};

test.each(providerIdSchema.options)(
  '%s: a question, its answer, and the exact result on the wire',
  async (id) => {
    const { proxy, env } = await providerThatCalls(id, 'ask_user_question', { questions: [question] });
    const { client } = testApp(temporaryFolder(), { env });
    const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
    const chat = await watchChat(client, workspaceId);
    await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
    const [call] = toolParts(await chat.until((seen) => toolParts(seen).some(({ ask }) => ask !== null)));
    if (call === undefined) throw new Error('There is no call.');
    const answers = [{ questionId: '1', picks: ['B'] }];
    await client.workspace.answerAskUserQuestion({ workspaceId, toolCallId: call.toolCallId, answers });
    await chat.until((seen) => agentText(seen).includes('Thank you.'));
    const { usage } = await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');

    expect(proxy.requests.map(({ path }) => path)).toEqual([
      expect.stringMatching(wires[id].path),
      expect.stringMatching(wires[id].path),
    ]);
    expect(JSON.parse(proxy.requests[1]?.body ?? '')).toMatchObject(results[id]);
    expect(JSON.stringify(proxy.requests[0]?.headers).includes(testKey)).toBe(id !== 'ollama');
    expect(usage.chat).toEqual(usage.turn);
    if (id !== 'ollama') expect(usage.chat).toEqual(used[id === 'anthropic' ? 'anthropic' : 'mock']);
  },
);
