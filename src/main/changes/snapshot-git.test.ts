import { rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { SnapshotGit } from './snapshot-git.ts';

it('is ready once its repository can be made, where that failed at first', async () => {
  const git = new SnapshotGit(temporaryFolder(), process.env);
  writeFileSync(git.repository, '');
  await expect(git.isReady()).rejects.toThrow('EEXIST');
  rmSync(git.repository);
  expect(await git.isReady()).toBe(true);
});
