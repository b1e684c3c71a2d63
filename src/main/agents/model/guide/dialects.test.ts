import { expect, it } from 'vitest';
import { optionsOf } from '../../../../shared/questions/question-kinds.ts';
import { type DialectId, dialectIds } from '../../../../shared/dialects/registry.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { actionsOf, asked } from '../../../../../test/main/previews/preview-chat.ts';
import { waits } from '../../../../../test/main/start-chat.ts';
import type { AgentChoice } from '../providers.ts';
import { createGuide } from './guide.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

const quickGuide: AgentChoice = {
  ok: true,
  agent: {
    name: 'Guide',
    model: 'Built-in guide',
    languageModel: async () =>
      createGuide(
        async () => true,
        async () => {},
      ),
  },
};

/** A chat with the guide, whose questions wait. */
async function guideThatAsks(dialect: DialectId) {
  const { client } = testApp(temporaryFolder(), {
    agentFor: () => quickGuide,
    env: { PARLEY_DIALECT: dialect },
  });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Begin a small tool' });
  const part = toolParts(await chat.until(waits(1))).find(({ ask }) => ask !== null);
  if (part === undefined || part.ask === null) throw new Error('Nothing waits.');
  const { ask, toolCallId } = part;
  return { client, workspaceId, chat, questions: ask.questions, ofAsk: { workspaceId, toolCallId } };
}

it.each(dialectIds)('asks by %s, and plans from what was picked, typed and left open', async (dialect) => {
  const { client, chat, questions, ofAsk } = await guideThatAsks(dialect);
  const [one, several, open] = questions;
  if (one === undefined || several === undefined) throw new Error('The guide asks more.');
  const [first, second] = optionsOf(several).map(({ label }) => label);
  if (first === undefined || second === undefined) throw new Error('The guide offers more.');
  const answers = [
    { questionId: one.id, picks: [], custom: 'Speed, and "calm"', note: 'not both' },
    { questionId: several.id, picks: [second, first] },
  ];
  await client.workspace.answerAskUserQuestion({ ...ofAsk, answers });
  const preview = actionsOf(await chat.until(asked))[0]?.preview;
  const text = preview?.type === 'plan' ? preview.plan : '';
  expect(text).toContain('Speed, and');
  expect(text).toContain('calm');
  expect(text).toContain('not both');
  expect(text).toContain(second);
  expect(text).not.toContain('Other (custom');
  expect(text.includes('I assume')).toBe(open !== undefined);
});

it.each(['ask_user_question', 'ask', 'agent_shell'] as const)(
  'reads out of the words of %s why it was dismissed',
  async (dialect) => {
    const { client, workspaceId, chat, ofAsk } = await guideThatAsks(dialect);
    await client.workspace.declineAskUserQuestion({ ...ofAsk, reason: 'no time' });
    if (dialect === 'ask') {
      await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'interrupted');
      await client.workspace.resume({ workspaceId });
    }
    expect(agentText(await chat.until(asked))).toContain('You said: “no time”');
  },
);
