import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../shared/ids.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { createGitActStore } from './git-act-store.ts';
import { databaseIn } from '../../../test/main/storage/prepared-database.ts';

const workspaceId = workspaceIdSchema.parse('w');
const act = { type: 'commit', branch: 'b', head: 'h', files: 1, message: 'A secret plan' } as const;

test('of what has ended only the last act that was cut off is kept, until the next one has ended', () => {
  const database = databaseIn(temporaryFolder());
  const store = createGitActStore(database);
  const begin = (id: string) =>
    store.begin({ id, workspaceId, act, place: { root: '/r', gitDir: '/r/.git' }, begunAt: 1 });
  const end = (id: string, cutOff: boolean) =>
    store.settle(id, { outcome: { type: 'failed' }, cutOff, at: 2 });
  begin('one');
  end('one', true);
  expect(store.last(workspaceId)).toMatchObject({ id: 'one', settlement: { cutOff: true } });
  begin('two');
  begin('three');
  end('two', false);
  expect(store.unsettled().map(({ id }) => id)).toEqual(['three']);
  end('three', false);
  expect(store.last(workspaceId)).toBeUndefined();
  database.close();
});
