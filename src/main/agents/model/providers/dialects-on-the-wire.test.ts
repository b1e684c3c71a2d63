import { describe, expect, test } from 'vitest';
import type { DialectId } from '../../../../shared/dialects/registry.ts';
import type { Answer } from '../../../../shared/questions/questions.ts';
import { inputs, toolNames } from '../../../../../test/main/agents/model/dialect-chat.ts';
import { providerThatCalls } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, toolParts, watchChat } from '../../../../../test/main/test-app.ts';

const words = 'قال: "نعم" 🙂, C:\\tmp\nثم لا';

const results: Record<Exclude<DialectId, 'ask_user_question'>, string> = {
  ask: `User answers:\nOne: ${JSON.stringify(words)} (note: why)\nMany: [D, C]`,
  ask_user: JSON.stringify({ answers: { '0': `${words} (note: why)`, '1': 'D, C' } }),
  agent_shell: JSON.stringify({ answers: { One: `Other (custom: ${words}) (note: why)`, Many: 'D, C' } }),
};

/** Finds the result of a call in the body of each protocol. */
const placesOf = {
  openai: (text: string, _: string): object => ({
    input: [
      {},
      {},
      { type: 'reasoning' },
      { type: 'function_call' },
      { type: 'function_call_output', output: text },
    ],
  }),
  google: (text: string, name: string): object => ({
    contents: [{}, {}, { parts: [{ functionResponse: { name, response: { content: text } } }] }],
  }),
};

describe.each(['openai', 'google'] as const)('over the wire of %s', (provider) => {
  test.each(['ask', 'ask_user', 'agent_shell'] as const)(
    '%s is asked, answered, and read back to the letter',
    async (dialect) => {
      const name = toolNames[dialect];
      const { proxy, env } = await providerThatCalls(provider, name, inputs[dialect], dialect);
      const { client } = testApp(temporaryFolder(), { env });
      const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
      const chat = await watchChat(client, workspaceId);
      await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
      const seen = await chat.until((now) => toolParts(now).some(({ ask }) => ask !== null));
      const part = toolParts(seen)[0];
      const [one, many] = part?.ask?.questions ?? [];
      if (part === undefined || one === undefined || many === undefined) throw new Error('Nothing is asked.');
      const answers: Answer[] = [
        { questionId: one.id, picks: [], custom: words, note: 'why' },
        { questionId: many.id, picks: ['D', 'C'] },
      ];
      await client.workspace.answerAskUserQuestion({ workspaceId, toolCallId: part.toolCallId, answers });
      await chat.until((now) => agentText(now).includes('Thank you.'));
      expect(JSON.parse(proxy.requests[1]?.body ?? '')).toMatchObject(
        placesOf[provider](results[dialect], name),
      );
    },
  );
});
