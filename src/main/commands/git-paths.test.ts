import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitEnvironment } from '../../../test/main/permissions/git-plants.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { gitPaths } from './git-paths.ts';

test('in a folder within a repository hooks and programs are those that git finds from the top of it', async () => {
  const top = temporaryFolder();
  const root = join(top, 'packages/app');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: top, env: gitEnvironment });
  mkdirSync(join(root, '.hooks'), { recursive: true });
  writeFileSync(join(root, 'monitor.sh'), '');
  git('init', '-q', '.');
  git('config', 'core.hooksPath', 'packages/app/.hooks');
  git('config', 'core.fsmonitor', './packages/app/monitor.sh');
  const places = await gitPaths(root, gitEnvironment);
  expect(places).toEqual(expect.arrayContaining([join(root, '.hooks'), join(root, 'monitor.sh')]));
});
