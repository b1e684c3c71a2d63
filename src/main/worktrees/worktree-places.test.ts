import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { openRepositoryPlace, repositoryPlace } from './worktree-places.ts';

test.each([
  ['/srv/harbor-api/.git', 'harbor-api'],
  ['/srv/harbor-api.git', 'harbor-api'],
  ['/srv/Harbor API/.git', 'harbor-api'],
  ['/.git', 'chat'],
])('the worktrees of %s lie beside the data folder, under the name of the repository', (commonDir, name) => {
  const place = repositoryPlace('/home/ada/.config/parley', commonDir);
  expect(place).toMatch(new RegExp(`^/home/ada/.config/parley-worktrees/${name}-[0-9a-f]{8}$`));
});

test('two repositories never share a place, and one always has the same', () => {
  const paths = fc.array(fc.stringMatching(/^[a-zA-Z .]{1,6}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(paths, paths, (one, other) => {
      const [first, second] = [`/${one.join('/')}/.git`, `/${other.join('/')}/.git`];
      const isSame = repositoryPlace('/data', first) === repositoryPlace('/data', second);
      expect(isSame).toBe(first === second);
    }),
  );
});

test('the place is for this person alone, and tells what is in it', async () => {
  const place = join(temporaryFolder(), 'data-worktrees', 'harbor-1');
  expect(await openRepositoryPlace(place)).toEqual([]);
  mkdirSync(join(place, 'fix'));
  expect(await openRepositoryPlace(place)).toEqual(['fix']);
  for (const folder of [place, join(place, '..')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
});
