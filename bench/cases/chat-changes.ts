import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { changesSince } from '../../src/main/worktrees/changes-since.ts';
import { PersonGit } from '../../src/main/worktrees/person-git.ts';
import type { BenchCase } from '../bench-case.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { timed } from '../timed.ts';
import { makeLargeRepository } from '../workloads/large-repository.ts';

const run = promisify(execFile);

const changedFiles = 200;

export const chatChanges: BenchCase = {
  name: 'chat-changes',
  figures: [
    {
      type: 'value',
      title: 'all changes of a chat read: 200 files of 50,000',
      of: 'read',
      unit: 'ms',
      goal: { atMost: 300 },
    },
    { type: 'ratio', title: 'the same, to `git diff`', of: 'read', to: 'git diff' },
  ],
  async run(measure) {
    await inTemporaryFolder(async (folder) => {
      const root = join(folder, 'repository');
      await makeLargeRepository(root);
      const { stdout } = await run('git', ['-C', root, 'rev-parse', 'HEAD']);
      const base = stdout.trim();
      for (let file = 0; file < changedFiles; file += 1)
        await writeFile(
          join(root, `package-${file % 20}`, `module-${file}`, 'file-0.ts'),
          `// Changed.\nexport const value = ${file};\n`,
        );
      const git = new PersonGit(process.env, 'bench');
      const tree = { root, gitDir: join(root, '.git') };
      await measure(async () => {
        const diff = await timed(() => run('git', ['-C', root, 'diff', base], { maxBuffer: 16_000_000 }));
        const read = await timed(async () => {
          const { files } = await changesSince(git, tree, base);
          if (files.length !== changedFiles) throw new Error(`${files.length} files were read.`);
        });
        return { 'git diff': diff, read };
      });
    });
  },
};
