import { expect, test } from 'vitest';
import { answerPermission, waitingPermission } from '../../../../../test/main/permissions/permission-chat.ts';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { storesIn } from '../../../../../test/main/storage/prepared-database.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { agentText, testApp, watchChat } from '../../../../../test/main/test-app.ts';
import { entryAnswers, entryOutcome } from '../../../../shared/ledger/ledger-text.ts';

test('a changed command is no answer to an agent that runs its own, also after a restart', async () => {
  const { chat, client, workspace, send, close, dataDir } = await startExternalChat();
  const { id: workspaceId } = workspace;
  await send('permit');
  const changed = { choiceId: 'allow-once', line: 'touch other.txt' };
  const problem = /can’t be changed here/;
  await expect(answerPermission({ chat, client, workspaceId }, 'run', changed)).rejects.toThrow(problem);
  await waitingPermission({ chat }, 'run');
  await close();
  const next = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(next.client, workspaceId);
  const place = { chat: again, client: next.client, workspaceId };
  await expect(answerPermission(place, 'run', changed)).rejects.toThrow(problem);
  await answerPermission(place, 'run', { choiceId: 'reject', reason: 'Run this instead:\ntouch other.txt' });
  expect(agentText(await again.until(said('Heard')))).toContain(
    'I say no. Run this instead:\ntouch other.txt',
  );
});

test('a changed command that is stored as allowed reaches its agent as a no to its own', async () => {
  const { chat, workspace, send, close, dataDir } = await startExternalChat();
  const { id: workspaceId } = workspace;
  await send('permit');
  const { id } = await waitingPermission({ chat }, 'run');
  await close();
  const stores = storesIn(dataDir);
  const outcome = { type: 'allowed' as const, by: { type: 'person' as const }, line: 'touch other.txt' };
  stores.permissions.settle(id, { outcome, at: 1 });
  stores.close();
  const next = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(next.client, workspaceId);
  await next.client.workspace.resume({ workspaceId });
  expect(agentText(await again.until(said('Heard')))).toContain(
    'I say no to that. Run this instead:\ntouch other.txt',
  );
});

test('the record has the agent’s own words for what was allowed, and for how long', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  await send('permit');
  await answerPermission({ chat, client, workspaceId: workspace.id }, 'run', { choiceId: 'allow-always' });
  await turn('idle');
  const { entries } = await client.ledger.search({ query: '' });
  const [entry] = entries;
  if (entry === undefined) throw new Error('Nothing is recorded.');
  expect(entryOutcome(entry).word).toBe('Always allowed');
  expect(entryAnswers(entry)).toContainEqual({
    question: 'You answered',
    answer: 'Yes, and don’t ask again for touch',
  });
});
