import { expect, it } from 'vitest';
import type { Decision } from '../../shared/previews/decision.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, toolParts, watchChat } from '../../../test/main/test-app.ts';

const approve: Decision = { type: 'approve-plan', start: 'here', notes: [] };

/** Somebody outside who waits for a plan on the card of a chat. */
async function reviewed(dataDir: string, now = Date.now) {
  const { client, close } = testApp(dataDir, { now });
  const folder = temporaryFolder();
  const { id: workspaceId } = await client.workspace.create({ folder });
  const asked = { asker: { name: 'script' }, folder, title: 'A plan', plan: '# A plan\n', key: 'k' };
  const asking = new AbortController();
  const answer = client.outside.review(asked, { signal: asking.signal });
  const chat = await watchChat(client, workspaceId);
  const actionIn = (now: Transcript) => toolParts(now).find(({ action }) => action !== undefined)?.action;
  const action = actionIn(await chat.until((now) => actionIn(now) !== undefined));
  if (action === undefined) throw new Error('No plan is shown.');
  const { id: actionId, fingerprint } = action;
  const decide = () =>
    client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision: approve });
  return { client, chat, workspaceId, asked, asking, answer, decide, close };
}

it('carries a decision out when it is made again, where the last of it can’t be stored at first', async () => {
  const dataDir = temporaryFolder();
  const { answer, decide } = await reviewed(dataDir);
  const ends = `json_extract(NEW.shown, '$.state.type') = 'ended'`;
  const mend = breakTable(dataDir, `UPDATE ON pending_actions WHEN ${ends}`);
  await expect(decide()).rejects.toThrow('no room');
  await expect(decide()).rejects.toThrow('no room');
  mend();
  await decide();
  await expect(answer).resolves.toMatchObject({ outcome: { type: 'approved', plan: '# A plan\n' } });
  await decide();
});

it('brings a decision to its end that the end of the process cut off in the middle', async () => {
  const dataDir = temporaryFolder();
  const { workspaceId, asked, asking, answer, close } = await reviewed(dataDir);
  asking.abort();
  await answer.catch(() => undefined);
  await close();
  const stores = storesIn(dataDir);
  const [call] = stores.reviews.pending();
  const action = call && stores.actions.get(workspaceId, call.id);
  if (action === undefined) throw new Error('Nothing is pending.');
  const resolution = { action: 'apply', decidedBy: 'user', words: null } as const;
  stores.actions.save({
    ...action,
    shown: { ...action.shown, state: { type: 'carrying-out', request: null, decision: approve, resolution } },
  });
  stores.close();
  const next = testApp(dataDir, {});
  await expect(next.client.outside.review(asked)).resolves.toMatchObject({
    outcome: { type: 'approved', plan: '# A plan\n' },
  });
});

const hours = (count: number) => count * 60 * 60 * 1_000;

it.each([
  ['for 24 hours', hours(24), 'kept'],
  ['no longer', hours(24) + 1, 'asked'],
])('keeps a decision %s after its plan was sent last', async (_, later, how) => {
  let time = hours(1_000);
  const { client, asked, asking, answer, decide, chat } = await reviewed(temporaryFolder(), () => time);
  const shows = (...presence: string[]) =>
    chat.until(
      (now) =>
        toolParts(now)
          .map((part) => part.presence)
          .join() === presence.join(),
    );
  asking.abort();
  await expect(answer).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
  await shows('gone');
  time += hours(20);
  const leaving = new AbortController();
  const second = client.outside.review({ ...asked, key: 'l' }, { signal: leaving.signal });
  await shows('waiting');
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
  await decide();
  time += later;
  const again = client.outside.review({ ...asked, key: 'm' });
  if (how === 'asked') await shows('gone', 'waiting');
  else expect(await again).toMatchObject({ how, outcome: { type: 'approved' } });
});
