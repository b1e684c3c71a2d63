import { expect, test } from 'vitest';
import { agentText, toolParts } from '../../../../test/main/test-app.ts';
import { said, waits } from '../../../../test/main/start-chat.ts';
import { answerPermission } from '../../../../test/main/permissions/permission-chat.ts';
import { startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';

test('an external agent answers in the chat, and the turn ends', async () => {
  const { chat, send, turn } = await startExternalChat();
  await send('hello');
  const now = await chat.until(said('Hello from the script.'));
  expect(agentText(now)).toBe('Hello from the script.');
  await turn('idle');
});

test('an external agent asks on a question card, and goes on with the answer', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  await send('ask');
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('Nothing was asked.');
  expect(part.ask?.questions.map(({ prompt }) => prompt)).toEqual([
    'Which store should we use?',
    'Which checks?',
  ]);
  await client.workspace.answerAskUserQuestion({
    workspaceId: workspace.id,
    toolCallId: part.toolCallId,
    answers: [
      { questionId: 'question_0', picks: ['SQLite'], note: 'but keep WAL off' },
      { questionId: 'question_1', picks: ['Lint', 'Tests'], custom: 'a11y' },
    ],
  });
  const now = await chat.until(said('Answered'));
  expect(JSON.parse(agentText(now).slice('Answered: '.length))).toEqual({
    action: 'accept',
    content: {
      question_0: 'SQLite',
      question_0_custom: 'but keep WAL off',
      question_1: ['Lint', 'Tests'],
      question_1_custom: 'a11y',
    },
  });
  await turn('idle');
});

test('an external agent asks for permission with its own options, about what it had shown before', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  await send('permit');
  const place = { chat, client, workspaceId: workspace.id };
  const permission = await answerPermission(place, 'run', { choiceId: 'allow-once' });
  expect(permission.subject).toMatchObject({ type: 'command', line: 'touch made.txt' });
  expect(permission.choices.map(({ words }) => words)).toEqual([
    'Yes',
    'Yes, and don’t ask again for touch',
    'No',
  ]);
  await chat.until(said('"optionId":"allow-once"'));
  await turn('idle');
  expect(toolParts(chat.transcript())[0]?.result).toMatchObject({ ok: true, text: 'made' });
});
