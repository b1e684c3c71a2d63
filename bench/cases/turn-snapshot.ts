import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SnapshotGit } from '../../src/main/changes/snapshot-git.ts';
import { type Snapshot, Snapshots } from '../../src/main/changes/snapshots.ts';
import { DataFolder } from '../../src/main/folder/data-folder.ts';
import type { BenchCase } from '../bench-case.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { timed } from '../timed.ts';
import { makeLargeRepository } from '../workloads/large-repository.ts';

const run = promisify(execFile);

export const turnSnapshot: BenchCase = {
  name: 'turn-snapshot',
  figures: [
    {
      type: 'value',
      title: 'a snapshot of 50,000 files where nothing changed, compared',
      of: 'unchanged',
      unit: 'ms',
      goal: { atMost: 150 },
    },
    { type: 'ratio', title: 'the same, to `git status`', of: 'unchanged', to: 'git status' },
    { type: 'ratio', title: 'the same with one file changed', of: 'changed', to: 'git status' },
  ],
  async run(measure) {
    await inTemporaryFolder(async (folder) => {
      const [root, dataDir] = [join(folder, 'repository'), join(folder, 'data')];
      await makeLargeRepository(root);
      await mkdir(dataDir);
      const snapshots = new Snapshots(new SnapshotGit(dataDir, process.env), new DataFolder(dataDir));
      let before: Snapshot | undefined;
      const next = async () => {
        const taken = await snapshots.take(root, before);
        if (taken.type === 'unseen') throw new Error(taken.why);
        if (before !== undefined) await snapshots.compare(before, taken.snapshot, new Set());
        before = taken.snapshot;
      };
      await next();
      let written = 0;
      await measure(async () => {
        const status = await timed(() => run('git', ['-C', root, 'status', '--porcelain']));
        await next();
        const unchanged = await timed(next);
        written += 1;
        await writeFile(join(root, 'package-0', 'module-0', 'file-0.ts'), `${written}\n`);
        return { 'git status': status, unchanged, changed: await timed(next) };
      });
    });
  },
};
