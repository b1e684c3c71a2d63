import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderFor, gitEnvironment, gitPlants } from '../../../test/main/permissions/git-plants.ts';
import { gitSetup, gitSetupOf } from './git-setup.ts';

const place = mkdtempSync(join(tmpdir(), 'parley-git-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test.each(gitPlants)('$name makes it another setup, and nothing of it runs meanwhile', async (plant) => {
  const { root, run, ran } = folderFor(plant, place);
  const folder = join(root, plant.where ?? '.');
  const before = await gitSetup(folder, gitEnvironment);
  expect(await gitSetup(folder, gitEnvironment)).toEqual(before);
  run(plant.plant);
  const after = await gitSetup(folder, gitEnvironment);
  expect([after.fingerprint === before.fingerprint, ran()]).toEqual([false, false]);
});

const repository = gitPlants[0] ?? { name: '', ready: '', plant: '', later: '' };

test('daily work leaves it as it is, and another address does not', async () => {
  const { root, run } = folderFor(repository, place);
  run('git remote add origin https://example.com/a.git');
  const setup = async () => (await gitSetup(root, gitEnvironment)).fingerprint;
  const before = await setup();
  run(
    'echo a > a.txt; git add a.txt; git commit -q -m a; git checkout -q -b topic; git config branch.topic.remote origin',
  );
  mkdirSync(join(root, 'sub'));
  expect(await setup()).toBe(before);
  run('git remote set-url origin https://example.org/a.git');
  expect(await setup()).not.toBe(before);
});

test('a repository runs nothing by itself as long as the person’s own configuration alone does', async () => {
  const { root, run } = folderFor(repository, place);
  const env = { ...gitEnvironment, GIT_CONFIG_GLOBAL: join(root, 'own') };
  run(`git config -f own core.editor vi; git remote add origin https://example.com/a.git`);
  expect((await gitSetup(root, env)).runsNothing).toBe(true);
  run('git config alias.st "!./evil.sh"');
  expect((await gitSetup(root, env)).runsNothing).toBe(false);
});

test.each([
  ['a setting that has a push replace the remote', 'git config remote.origin.mirror true'],
  ['a setting that has a push force branches', 'git config remote.origin.push +refs/heads/main'],
  [
    'a setting that has a fetch replace branches',
    'git config remote.origin.fetch +refs/heads/*:refs/heads/*',
  ],
  [
    'a repository of this machine with a hook',
    'git init -q --bare x; cp evil.sh x/hooks/update; git remote set-url origin ./x',
  ],
])('%s makes it another setup, and no rule for all folders is about it', async (_, line) => {
  const { root, run } = folderFor(repository, place);
  run('git remote add origin https://example.com/a.git');
  const before = await gitSetup(root, gitEnvironment);
  expect(before.runsNothing).toBe(true);
  run(line);
  const after = await gitSetup(root, gitEnvironment);
  expect([after.fingerprint === before.fingerprint, after.runsNothing]).toEqual([false, false]);
});

test.each([
  'git -C sub status',
  'git -C . -C sub status',
  'git -c color.ui=never -C sub status',
  'git --git-dir=sub/.git status',
  'git --git-dir sub/.git --work-tree sub status',
  'git -C sub --git-dir=.git --work-tree=. status',
])('`%s` is about the repository that it names', async (line) => {
  const { root, run } = folderFor(repository, place);
  run('git init -q sub');
  const setup = async () =>
    (await gitSetupOf({ argv: line.split(' '), folder: root }, gitEnvironment)).fingerprint;
  const before = await setup();
  run('git config core.fsmonitor ./evil.sh');
  expect(await setup()).toBe(before);
  run('git -C sub config core.fsmonitor ../evil.sh');
  expect(await setup()).not.toBe(before);
});

test('a git among the packages of the folder is not run to look', async () => {
  const { root, ran } = folderFor(repository, place);
  const bin = join(root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nexec '${join(root, 'evil.sh')}'\n`);
  chmodSync(join(bin, 'git'), 0o755);
  const PATH = [bin, 'node_modules/.bin', process.env['PATH']].join(delimiter);
  const setup = await gitSetup(root, { ...gitEnvironment, PATH });
  expect([setup, ran()]).toEqual([await gitSetup(root, gitEnvironment), false]);
});
