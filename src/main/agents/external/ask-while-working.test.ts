import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolCallId } from '../../../shared/ids.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { said, waits } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { agentText, toolParts, untilWorkspace } from '../../../../test/main/test-app.ts';

/** Has an agent ask a question while it works on, until `endTurn`. */
async function askWhileWorking(prompt = 'ask while working') {
  const end = join(temporaryFolder(), 'end');
  const started = await startExternalChat({ env: { END_TURN: end } });
  const { chat, client, workspace, send } = started;
  await send(prompt);
  const [part] = toolParts(await chat.until(waits(1)));
  const [question] = part?.ask?.questions ?? [];
  if (part === undefined || question === undefined) throw new Error('Nothing was asked.');
  const { toolCallId } = part;
  const answer = () =>
    client.workspace.answerAskUserQuestion({
      workspaceId: workspace.id,
      toolCallId,
      answers: [{ questionId: question.id, picks: ['SQLite'] }],
    });
  const settlement = () => toolParts(chat.transcript()).find((one) => one.toolCallId === toolCallId)?.ask;
  const untilWait = (type: string | undefined) =>
    untilWorkspace(client, workspace.id, (now) => waitOf(now, toolCallId) === type);
  return { ...started, answer, untilWait, settlement, endTurn: () => writeFileSync(end, '') };
}

const waitOf = ({ agent }: Workspace, of: ToolCallId) =>
  agent.waits?.find(({ toolCallId }) => toolCallId === of)?.wait.type;

test('a question that an agent asks while it works says so, and its answer goes into the turn', async () => {
  const { chat, answer, untilWait, endTurn, turn } = await askWhileWorking();
  await untilWait('works-on');
  await answer();
  const now = await chat.until(said('Answered: '));
  expect(agentText(now)).toContain('"content":{"question_0":"SQLite"}');
  endTurn();
  await turn('idle');
  expect(agentText(chat.transcript())).not.toContain('Heard');
});

test('the end of the turn leaves the card, and its answer is the next prompt', async () => {
  const { chat, answer, settlement, untilWait, endTurn, turn } = await askWhileWorking();
  endTurn();
  const { waiting } = await untilWait('orphaned');
  expect(waiting).toBe(1);
  await answer();
  const now = await chat.until(said('Heard'));
  expect(agentText(now)).toContain('Heard: Which store should we use?\nSQLite');
  expect(settlement()?.settlement?.outcome.type).toBe('answered');
  await turn('idle');
});

test('an answer that the agent did not react to before its turn ended is told again', async () => {
  const { chat, answer, turn } = await askWhileWorking('ask while working, deaf');
  await answer();
  const now = await chat.until(said('Heard'));
  expect(agentText(now)).toContain('Heard: Which store should we use?\nSQLite');
  await turn('idle');
});

test('a message meanwhile breaks nothing off and leaves the question, also after the turn', async () => {
  const { chat, send, answer, settlement, endTurn, turn } = await askWhileWorking();
  await send('And a test.');
  await chat.until(({ messages }) => messages.some((one) => one.role === 'user' && one.queued));
  expect(settlement()?.settlement).toBeNull();
  endTurn();
  await chat.until(said('Heard: And a test.'));
  expect(settlement()?.settlement).toBeNull();
  await answer();
  await chat.until(said('Heard: Which store should we use?'));
  await turn('idle');
});

test('a message after the turn is the reply, and closes the question', async () => {
  const { chat, send, settlement, untilWait, endTurn, turn } = await askWhileWorking();
  endTurn();
  await untilWait('orphaned');
  await send('Never mind.');
  await chat.until(said('Heard: Never mind.'));
  expect(settlement()?.settlement?.where).toBe('chat');
  await turn('idle');
});

test('stopped, the question ends with the turn', async () => {
  const { chat, client, workspace, settlement, turn } = await askWhileWorking();
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  await chat.until(() => (settlement()?.settlement ?? null) !== null);
  expect(settlement()?.settlement?.where).toBe('stop');
});
