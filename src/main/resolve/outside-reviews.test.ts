import { expect, it } from 'vitest';
import type { Decision } from '../../shared/resolve/decision.ts';
import { openStores } from '../storage/stores.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { testApp, toolParts, watchChat } from '../testing/test-app.ts';

it('brings a decision to its end that the end of the process cut off in the middle', async () => {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  const first = testApp(dataDir, {});
  const { id: workspaceId } = await first.client.workspace.create({ folder });
  const asked = { asker: { name: 'script' }, folder, title: 'A plan', plan: '# A plan\n', key: 'k' };
  const asking = new AbortController();
  const open = first.client.outside.review(asked, { signal: asking.signal }).catch(() => undefined);
  const chat = await watchChat(first.client, workspaceId);
  await chat.until((now) => toolParts(now).some(({ action }) => action !== undefined));
  asking.abort();
  await open;
  await first.close();
  const stores = openStores(dataDir, () => 1);
  const [call] = stores.reviews.pending();
  const action = call && stores.actions.get(workspaceId, call.id);
  if (action === undefined) throw new Error('Nothing is pending.');
  const verdict = { action: 'apply', decidedBy: 'user', words: null } as const;
  const decision: Decision = { type: 'approve-plan', start: 'here', notes: [] };
  stores.actions.save({
    ...action,
    shown: { ...action.shown, decision },
    progress: { ...action.progress, verdict },
  });
  stores.close();
  const next = testApp(dataDir, {});
  await expect(next.client.outside.review(asked)).resolves.toMatchObject({
    outcome: { type: 'approved', plan: '# A plan\n' },
  });
});
