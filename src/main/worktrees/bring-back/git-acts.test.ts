import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { storesIn } from '../../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { startTestApp } from '../../../../test/main/test-app.ts';
import { git, repositoryIn } from '../../../../test/main/worktrees/repository.ts';
import { env } from '../../../../test/main/worktrees/worktree-chats.ts';
import { workspaceIdSchema } from '../../../shared/ids.ts';

/** A data folder in which commits were cut off, in a repository of the person's. */
function withCutOff(count: number): string {
  const folder = temporaryFolder();
  const root = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n' });
  const act = { type: 'commit', branch: 'b', head: git(root, 'rev-parse', 'HEAD'), files: 1 } as const;
  const stores = storesIn(join(folder, 'data'));
  for (let id = 0; id < count; id += 1)
    stores.gitActs.begin({
      id: `act-${id}`,
      workspaceId: workspaceIdSchema.parse(`chat-${id}`),
      act: { ...act, message: 'Later' },
      place: { root, gitDir: join(root, '.git') },
      begunAt: 1,
    });
  stores.close();
  return join(folder, 'data');
}

/** How many nobody has looked at, whether Parley runs on the folder or not. */
function unsettledIn(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
  const count = database.prepare('SELECT count(*) AS n FROM git_acts WHERE settlement IS NULL').get()?.['n'];
  database.close();
  return Number(count);
}

test('what was cut off is looked at after a start, and what closing leaves of it after the next one', async () => {
  const dataDir = withCutOff(5);
  const { close } = await startTestApp(dataDir, { env });
  await close();
  expect(unsettledIn(dataDir)).toBeGreaterThan(0);
  await startTestApp(dataDir, { env });
  await expect.poll(() => unsettledIn(dataDir)).toBe(0);
});
