import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../../../shared/questions/questions.ts';
import { startOpenCodeChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said, waits } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, toolParts, untilWorkspace } from '../../../../../test/main/test-app.ts';

type Chat = Awaited<ReturnType<typeof startOpenCodeChat>>;

/** Waits for questions on a card, and returns its call. */
async function asked({ chat }: Chat) {
  const part = toolParts(await chat.until(waits(1))).find(({ ask }) => ask?.settlement === null);
  if (part === undefined) throw new Error('Nothing was asked.');
  return part;
}

async function answer(started: Chat, answers: Answer[]): Promise<void> {
  const { toolCallId } = await asked(started);
  await started.client.workspace.answerAskUserQuestion({
    workspaceId: started.workspace.id,
    toolCallId,
    answers,
  });
}

const sqlite = { questionId: '0', picks: ['SQLite'] };

test('OpenCode asks with its own tool on a question card at its place, and hears picks and words', async () => {
  const started = await startOpenCodeChat();
  await started.send('ask');
  const part = await asked(started);
  expect(part).toMatchObject({ kind: 'question', toolCallId: 'call_1' });
  expect(part.ask?.questions).toMatchObject([
    {
      prompt: 'Which store?',
      header: 'Store',
      kind: 'choice',
      options: [
        { label: 'SQLite', description: 'One file' },
        { label: 'Postgres', description: 'A server' },
      ],
      multiple: false,
    },
    { prompt: 'Which checks?', header: 'Checks', kind: 'choice', multiple: true },
  ]);
  await answer(started, [
    { ...sqlite, note: 'keep it small' },
    { questionId: '1', picks: ['Lint', 'Tests'], custom: 'a11y' },
  ]);
  const now = await started.chat.until(said('Answered: '));
  expect(agentText(now)).toBe('Asking.Answered: [["SQLite","note: keep it small"],["Lint","Tests","a11y"]]');
  await started.turn('idle');
  expect(toolParts(started.chat.transcript()).map(({ toolCallId }) => toolCallId)).toEqual(['call_1']);
});

test('a question without options takes words, one that takes no words is closed, and a skipped one stays empty', async () => {
  const started = await startOpenCodeChat();
  await started.send('words');
  const { ask } = await asked(started);
  expect(ask?.questions).toMatchObject([{ kind: 'text' }, { kind: 'choice', closed: true }]);
  await answer(started, [{ questionId: '0', picks: [], custom: 'Orchard' }]);
  expect(agentText(await started.chat.until(said('Answered: ')))).toContain('[["Orchard"],[]]');
});

test('OpenCode’s server is on this machine with a password of this start, and only the tool for plans is injected', async () => {
  const { chat, send } = await startOpenCodeChat();
  await send('Hello.');
  const hint = 'To have a plan approved, call the tool “review_plan” of the MCP server “parley”.';
  expect(agentText(await chat.until(said('Heard: ')))).toBe(`Heard: ${hint}\nHello.`);
  await send('how');
  const text = agentText(await chat.until(said('Started: ')));
  expect(text).toMatch(/Started: acp --port \d{4,5} --hostname 127\.0\.0\.1 1 true$/);
});

test.each(['older', 'refuses', 'open', 'no-tool'])(
  'where the server of OpenCode can’t be used (%s), it is started without, and the tool for questions is injected',
  async (SERVER_MODE) => {
    const { chat, send, turn } = await startOpenCodeChat({ env: { SERVER_MODE } });
    await send('Hello.');
    expect(agentText(await chat.until(said('Heard: ')))).toContain('call the tool “ask”');
    await turn('idle');
    await send('how');
    expect(agentText(await chat.until(said('Started: ')))).toMatch(/Started: acp no false$/);
  },
);

test('a place that a person gave the server of OpenCode is left as it is', async () => {
  const { chat, send } = await startOpenCodeChat({}, ['--port', '0']);
  await send('how');
  expect(agentText(await chat.until(said('Started: ')))).toMatch(/Started: acp --port 0 no false$/);
});

test('a refusal reaches OpenCode as its own, and one with a reason as an answer', async () => {
  const started = await startOpenCodeChat();
  const { chat, client, workspace, send, turn } = started;
  await send('ask');
  const { toolCallId } = await asked(started);
  await client.workspace.declineAskUserQuestion({ workspaceId: workspace.id, toolCallId });
  await turn('idle');
  await send('posts 1');
  expect(agentText(await chat.until(said('Posts: ')))).toContain('Posts: ["reject que_1"]');
  await turn('idle');
  await send('ask', 'again');
  const again = await asked(started);
  await client.workspace.declineAskUserQuestion({
    workspaceId: workspace.id,
    toolCallId: again.toolCallId,
    reason: 'Ask Kim.',
  });
  expect(agentText(await chat.until(said('Answered: ')))).toContain(
    '[["I would rather not answer: Ask Kim."],[]]',
  );
});

test('a message instead of an answer ends the question and follows as the next prompt', async () => {
  const started = await startOpenCodeChat();
  await started.send('ask');
  await asked(started);
  await started.send('Rather tell me a story.');
  const now = await started.chat.until(said('Heard: Rather tell me a story.'));
  expect(toolParts(now)[0]?.ask?.settlement?.outcome.type).toBe('cancelled');
  await started.turn('idle');
});

test('a stop ends the question, also in the list of OpenCode', async () => {
  const started = await startOpenCodeChat();
  const { chat, client, workspace, send, turn } = started;
  await send('ask');
  await asked(started);
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  await send('posts 1');
  expect(agentText(await chat.until(said('Posts: ')))).toContain('Posts: ["reject que_1"]');
});

test.each(['ask, told twice', 'ask while nobody listens', 'ask for another'])(
  'OpenCode’s question is asked once, and heard: %s',
  async (scene) => {
    const started = await startOpenCodeChat();
    await started.send(scene);
    await answer(started, [sqlite]);
    await started.chat.until(said('Answered: [["SQLite"],[]]'));
    await started.turn('idle');
    expect(toolParts(started.chat.transcript()).filter(({ ask }) => ask !== null)).toHaveLength(1);
  },
);

test('a call that OpenCode tells of after its question was shown is the same one', async () => {
  const WHEN = join(temporaryFolder(), 'when');
  const started = await startOpenCodeChat({ env: { WHEN } });
  await started.send('ask, and tell of the call late');
  await answer(started, [sqlite]);
  writeFileSync(WHEN, '');
  await started.chat.until(said('Answered: [["SQLite"],[]]'));
  await started.turn('idle');
  const parts = toolParts(started.chat.transcript());
  expect(parts.map(({ toolCallId, kind }) => [toolCallId, kind])).toEqual([['call_1', 'question']]);
});

test('a question that OpenCode gave up ends, and says by whom', async () => {
  const WHEN = join(temporaryFolder(), 'when');
  const started = await startOpenCodeChat({ env: { WHEN } });
  await started.send('ask, given up');
  const { toolCallId } = await asked(started);
  writeFileSync(WHEN, '');
  const now = await started.chat.until(waits(0));
  const part = toolParts(now).find((one) => one.toolCallId === toolCallId);
  expect(part?.ask?.settlement?.outcome).toEqual({ type: 'cancelled', reason: 'OpenCode stopped waiting' });
});

test('an answer that OpenCode takes no more is in its next prompt', async () => {
  const started = await startOpenCodeChat();
  const { chat, send } = started;
  await send('ask, forgotten');
  await answer(started, [sqlite]);
  const now = await chat.until(said('Heard: '));
  expect(agentText(now)).toContain('Which store?\nSQLite');
});

test('when the server of OpenCode is gone its question waits on, and the answer starts OpenCode again', async () => {
  const WHEN = join(temporaryFolder(), 'when');
  const started = await startOpenCodeChat({ env: { WHEN } });
  const { chat, client, workspace, send, agents } = started;
  await send('ask, and close the server');
  const { toolCallId } = await asked(started);
  const [pid] = agents();
  writeFileSync(WHEN, '');
  await untilWorkspace(
    client,
    workspace.id,
    ({ agent }) =>
      agent.waits?.some((one) => one.toolCallId === toolCallId && one.wait.type === 'orphaned') === true,
  );
  await answer(started, [sqlite]);
  const now = await chat.until(said('Heard: '));
  expect(agentText(now)).toContain('Which store?\nSQLite');
  expect(agents()).not.toContain(pid);
});

test('questions of others and what can’t be read are not shown, and what can’t be shown is rejected', async () => {
  const started = await startOpenCodeChat();
  const { chat, send, turn } = started;
  await send('hostile');
  const { ask } = await asked(started);
  expect(ask?.questions).toMatchObject([{ options: [{ label: 'SQLite' }, { label: 'Postgres' }] }]);
  await answer(started, [sqlite]);
  await chat.until(said('Answered: [["SQLite"]]'));
  await turn('idle');
  await send('posts 3');
  const [, posts = ''] = /Posts: (.*)$/.exec(agentText(await chat.until(said('Posts: ')))) ?? [];
  expect(posts).toMatch(/^\[("(reject que_bad|reject que_huge|reply que_1)",?){3}\]$/);
  expect(toolParts(chat.transcript()).filter((part) => part.ask !== null)).toHaveLength(1);
});
