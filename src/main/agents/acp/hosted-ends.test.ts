import { expect, test } from 'vitest';
import { processesOf } from '../../commands/process-table.ts';
import { startHostedChat } from '../../testing/hosted-chat.ts';
import { said, waits } from '../../testing/start-chat.ts';
import { agentText, toolParts } from '../../testing/test-app.ts';

const answers = [
  { questionId: 'question_0', picks: ['SQLite'] },
  { questionId: 'question_1', picks: [], custom: 'a11y' },
];

test('an agent that is killed with a question open is started again by the answer', async () => {
  const { chat, client, workspace, send, turn, agents } = await startHostedChat();
  await send('ask');
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('Nothing was asked.');
  const [pid] = agents();
  if (pid === undefined) throw new Error('There is no agent.');
  process.kill(-pid, 'SIGKILL');
  const { toolCallId } = part;
  await client.workspace.answerAskUserQuestion({ workspaceId: workspace.id, toolCallId, answers });
  const now = await chat.until(said('Heard'));
  expect(agentText(now)).toContain('Which store should we use?\nSQLite');
  expect(agentText(now)).toContain('a11y');
  await turn('idle');
  expect(processesOf({ group: pid, marker: 'none' })).toEqual([]);
});
