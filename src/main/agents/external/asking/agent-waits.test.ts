import { expect, test } from 'vitest';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { Workspace } from '../../../../shared/workspace/workspace.ts';
import { startClaudeChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said, waits } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

const isOrphaned =
  (toolCallId: string) =>
  ({ agent }: Workspace) =>
    agent.waits?.some((one) => one.toolCallId === toolCallId && one.wait.type === 'orphaned') === true;

test('a question is orphaned once its agent ended or Parley was started again, and not before', async () => {
  const { chat, client, workspace, send, agents, close, dataDir } = await startClaudeChat();
  await send('ask');
  await chat.until(waits(1));
  const now = await untilWorkspace(client, workspace.id, ({ waiting }) => waiting === 1);
  expect(now.agent.waits).toEqual([]);
  const [pid] = agents();
  if (pid === undefined) throw new Error('There is no agent.');
  process.kill(-pid, 'SIGKILL');
  await untilWorkspace(client, workspace.id, isOrphaned('ask'));
  await close();
  const again = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  await untilWorkspace(again.client, workspace.id, isOrphaned('ask'));
});

test('a plan that its agent gave up waits on, and the decision is in the agent’s next prompt', async () => {
  const { chat, client, workspace, send, turn } = await startClaudeChat();
  await send('plan, given up');
  await untilWorkspace(client, workspace.id, isOrphaned('plan'));
  await turn('idle');
  const now = await chat.until(said('I went on without it.'));
  const action = toolParts(now)[0]?.action;
  if (action?.state.type !== 'open') throw new Error(`The plan is ${action?.state.type}.`);
  await client.workspace.decidePreview({
    workspaceId: workspace.id,
    actionId: action.id,
    fingerprint: action.fingerprint,
    decision: { type: 'approve-plan', start: 'here', notes: [] },
  });
  const end = await chat.until(said('Heard'));
  expect(agentText(end)).toContain('Plan approved: Keep parsed files');
});

test('a permission that its agent gave up ends, and says by whom', async () => {
  const { chat, send, turn } = await startClaudeChat();
  await send('edit, given up');
  await chat.until(said('I went on without it.'));
  await turn('idle');
  const { settlement } = toolParts(chat.transcript())[0]?.permission ?? {};
  expect(settlement?.outcome).toEqual({ type: 'interrupted', byAsker: true });
});

test('a question that its agent gave up ends, says by whom, and keeps what was written there', async () => {
  const giveUp = join(temporaryFolder(), 'give-up');
  const { chat, client, workspace, send, turn } = await startClaudeChat({ env: { GIVE_UP: giveUp } });
  await send('ask, given up');
  const [asked] = toolParts(await chat.until(waits(1)));
  const [question] = asked?.ask?.questions ?? [];
  if (asked === undefined || question === undefined) throw new Error('Nothing was asked.');
  const entry = { questionId: question.id, picks: [], otherChosen: true, other: 'Files, but', note: '' };
  const { toolCallId } = asked;
  await client.workspace.saveAskDraft({ workspaceId: workspace.id, toolCallId, entries: [entry] });
  writeFileSync(giveUp, '');
  await chat.until(said('I went on without it.'));
  await turn('idle');
  const later = await watchChat(client, workspace.id);
  const [part] = toolParts(await later.until(said('I went on without it.')));
  expect(part?.ask?.settlement?.outcome).toEqual({
    type: 'cancelled',
    reason: 'Claude Code stopped waiting',
  });
  expect(part?.ask?.draft).toEqual([entry]);
});
