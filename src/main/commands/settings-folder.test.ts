import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { hasSettings } from './settings-folder.ts';

test('a home, what is around it and its folders of settings are told from the work in it', () => {
  const home = realpathSync(temporaryFolder());
  const env = { HOME: home };
  for (const path of ['.config/nvim', 'work', '.trees/one/.git', '.config/.git', '.ssh'])
    mkdirSync(join(home, path), { recursive: true });
  for (const path of ['.trees/one', '.config'])
    writeFileSync(join(home, path, '.git/HEAD'), 'ref: refs/heads/main\n');
  const has = (path: string) => hasSettings(join(home, path), env);
  const settings = ['.', '.config', '.config/nvim', '.ssh', '.local/bin', 'Library/LaunchAgents'];
  expect(settings.filter(has)).toEqual(settings);
  expect([dirname(home), '/', '/etc/cron.d', '/usr'].every((path) => hasSettings(path, env))).toBe(true);
  expect(['work', 'bin.d', '.trees/one'].filter(has)).toEqual([]);
});
