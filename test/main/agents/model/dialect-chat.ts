import { onTestFinished } from 'vitest';
import type { DialectId } from '../../../../src/shared/dialects/registry.ts';
import type { Answer } from '../../../../src/shared/questions/questions.ts';
import type { AppOptions } from '../../../../src/main/wiring/app-options.ts';
import { type Block, startAnthropicServer } from './anthropic-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { testApp, toolParts, watchChat } from '../../test-app.ts';
import { waits } from '../../start-chat.ts';

/** An option of a question, in the form that most dialects share. */
const option = (label: string) => ({ label, description: `About ${label}` });
const single = { question: 'Which?', header: 'One', options: [option('A'), option('B')], multiSelect: false };
const several = {
  question: 'Which of them?',
  header: 'Many',
  options: [option('C'), option('D')],
  multiSelect: true,
};
const questions = [single, several];

export const toolNames: Record<DialectId, string> = {
  ask_user_question: 'ask_user_question',
  ask: 'ask',
  ask_user: 'ask_user',
  agent_shell: 'shell',
};

/** The input of a call of each dialect that asks the same: a single choice, a choice of several. */
export const inputs: Record<DialectId, unknown> = {
  ask_user_question: { questions },
  ask: {
    questions: [
      { id: 'One', ...single, recommended: 1 },
      { id: 'Many', ...several, multi: true },
    ],
  },
  ask_user: { questions },
  agent_shell: { command: `AskUserQuestion '${JSON.stringify({ questions })}'` },
};

const callOf = (dialect: DialectId, id = 'call-1'): Block => ({
  type: 'tool_use',
  id,
  name: toolNames[dialect],
  input: inputs[dialect],
});

/** The environment of an app whose chats ask in a dialect, with the model that a server plays. */
export const dialectEnv = (dialect: DialectId, url: string) => ({
  PARLEY_AGENT: 'anthropic/claude-test',
  PARLEY_DIALECT: dialect,
  ANTHROPIC_API_KEY: 'key',
  ANTHROPIC_BASE_URL: url,
});

/** A chat over HTTP with a model that asks in a dialect, while its card waits. */
export async function chatThatAsks(
  dialect: DialectId,
  { mode = 'plan', askTimeout = 0, also = [], ...options }: Partial<AppOptions> & Wishes = {},
) {
  const server = await startAnthropicServer();
  onTestFinished(() => server.close());
  server.reply({ type: 'answer', blocks: [callOf(dialect), ...also] });
  const env = dialectEnv(dialect, server.url);
  const dataDir = temporaryFolder();
  const { client, close } = testApp(dataDir, { env, ...options });
  await client.app.saveSettings({ theme: 'system', askTimeout });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  if (mode === 'exec') await client.workspace.setMode({ workspaceId, mode });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  const waiting = await chat.until(waits(1));
  const part = toolParts(waiting).find(({ ask }) => ask !== null);
  if (part === undefined || part.ask === null) throw new Error('Nothing waits.');
  const ofAsk = { workspaceId, toolCallId: part.toolCallId };
  const [first, second] = part.ask.questions.map(({ id }) => id);
  /** The answers to the single and the several, in the ids of the dialect. */
  const answer = (one: Partial<Answer>, many: Partial<Answer>) =>
    client.workspace.answerAskUserQuestion({
      ...ofAsk,
      answers: [
        { questionId: first ?? '', picks: [], ...one },
        { questionId: second ?? '', picks: [], ...many },
      ],
    });
  return { server, client, close, dataDir, env, workspaceId, chat, ofAsk, answer, ask: part.ask };
}

type Wishes = { mode?: 'plan' | 'exec'; askTimeout?: number; also?: Block[] };
