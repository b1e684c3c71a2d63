import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { elsewhere } from '../testing/any-folder.ts';
import { Confinement } from './confinement.ts';
import { RunningCommand } from './running-command.ts';

const env = {
  ...process.env,
  PARLEY_CONFINEMENT: undefined,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** The folders of tests, outside those for temporary files, which every command may write in. */
const place = join(import.meta.dirname, '../../../.cache/confinement');
mkdirSync(place, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), 'parley-'));
const confinement = new Confinement({
  env,
  dataFolder: elsewhere,
  temporary: [temporary],
  report: (error) => {
    throw error;
  },
});
const { confined: canConfine } = await confinement.canConfine(place);
const why = canConfine ? '' : ' (left out: bubblewrap and socat are not here, or may not be used)';
afterAll(async () => {
  await confinement.close();
  rmSync(temporary, { recursive: true, force: true });
});

/** One way to have git run a program later. */
type Plant = {
  name: string;
  /** Makes the folder as a person has it. */
  ready: string;
  /** What the confined command tries. */
  plant: string;
  /** What runs git afterwards, with the person's rights. */
  later?: string;
};

const repository =
  'git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first && git config user.name a && git config user.email a@b';
const withMonitor = 'core.fsmonitor "$PWD/evil.sh"';
const status = 'git status';
const commit = 'git commit -q --allow-empty -m later';

const plants: Plant[] = [
  { name: 'a setting', ready: repository, plant: `git config ${withMonitor}` },
  {
    name: 'a hook',
    ready: repository,
    plant: 'cp evil.sh .git/hooks/post-commit',
    later: commit,
  },
  {
    name: 'another common folder',
    ready: repository,
    plant: `cp -r .git evil; git config -f evil/config ${withMonitor}; echo ../evil > .git/commondir`,
  },
  {
    name: 'another repository in the place of the first',
    ready: repository,
    plant: `mv .git old; git init -q .; git config ${withMonitor}`,
  },
  { name: 'a repository where none is', ready: 'true', plant: `git init -q .; git config ${withMonitor}` },
  {
    name: 'a bare repository in the folder itself',
    ready: 'true',
    plant: `git init -q --bare x; cp -r x/HEAD x/objects x/refs .; git config -f config core.repositoryformatversion 0; git config -f config core.bare false; git config -f config core.worktree "$PWD"; git config -f config ${withMonitor}`,
  },
  {
    name: 'the file of a worktree',
    ready: `${repository} && git worktree add -q tree`,
    plant: `cp -r .git evil; git config -f evil/config ${withMonitor}; cd tree && echo "gitdir: $PWD/../evil" > .git`,
    later: 'cd tree && git status',
  },
  {
    name: 'a repository below',
    ready: 'mkdir -p a/b && cd a/b && git init -q .',
    plant: `git -C a/b config ${withMonitor}`,
    later: 'cd a/b && git status',
  },
  {
    name: 'a configuration that is included',
    ready: `${repository} && git config include.path ../.shared && git config -f .shared color.ui auto`,
    plant: `git config -f .shared ${withMonitor}`,
  },
  {
    name: 'an included configuration that is not there yet',
    ready: `${repository} && git config include.path ../.shared`,
    plant: `git config -f .shared ${withMonitor}`,
  },
  {
    name: 'a hook in a folder of hooks',
    ready: `${repository} && git config core.hooksPath .hooks && mkdir .hooks`,
    plant: 'cp evil.sh .hooks/post-commit',
    later: commit,
  },
  {
    name: 'a program that a setting names',
    ready: `${repository} && printf '#!/bin/sh\\nfalse\\n' > monitor.sh && chmod +x monitor.sh && git config core.fsmonitor ./monitor.sh`,
    plant: 'cp evil.sh monitor.sh',
  },
  {
    name: 'a filter',
    ready: `${repository} && printf '#!/bin/sh\\ncat\\n' > clean.sh && chmod +x clean.sh && git config filter.x.clean ./clean.sh && echo '*.txt filter=x' > .gitattributes && echo a > a.txt && git add -A && git commit -q -m two`,
    plant: 'cp evil.sh clean.sh; echo b > a.txt',
    later: 'touch -d yesterday a.txt; git status',
  },
  {
    name: 'the repository of a submodule that is not there yet',
    ready: `${repository} && git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub && printf '[submodule "s"]\\n path = sub\\n url = ./s\\n' > .gitmodules && mkdir sub && git commit -q -m two`,
    plant: `cd sub && git init -q . && git config core.fsmonitor "$PWD/../evil.sh" && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x`,
  },
  {
    name: 'the steps of a rebase',
    ready: `${repository} && git commit -q --allow-empty -m two && git -c sequence.editor="sed -i 1s/pick/edit/" rebase -q -i --root --keep-empty`,
    plant: `echo "exec $PWD/evil.sh" >> .git/rebase-merge/git-rebase-todo`,
    later: 'GIT_EDITOR=true git rebase --continue',
  },
];

/** A folder made ready, with a program that leaves a trace where it runs. */
function folderFor({ ready }: Plant) {
  const root = mkdtempSync(join(place, 'planted-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const trace = join(root, 'ran');
  const run = (line: string) =>
    execFileSync('/bin/sh', ['-c', `${line} || true`], { cwd: root, env, stdio: 'ignore' });
  writeFileSync(join(root, 'evil.sh'), `#!/bin/sh\ntouch '${trace}'\ncat >/dev/null 2>&1 </dev/null\n`);
  chmodSync(join(root, 'evil.sh'), 0o755);
  run(ready);
  return { root, run, ran: () => existsSync(trace) };
}

let count = 0;

async function runConfined(line: string, root: string): Promise<void> {
  const free = { file: '/bin/sh', args: ['-c', line], env };
  const { program, ended } = await confinement.confine(free, root, { root, hosts: [] });
  const command = await RunningCommand.start({
    program,
    cwd: root,
    marker: `planted-${process.pid}-${(count += 1)}`,
    confined: true,
    seconds: 30,
    now: () => 7,
  });
  const { ending, output } = await command.ended;
  ended(ending, output);
}

describe('what a command can plant for the next git', () => {
  test.each(plants)('$name runs where nothing keeps it from being planted', (plant) => {
    const { run, ran } = folderFor(plant);
    run(plant.plant);
    run(plant.later ?? status);
    expect(ran()).toBe(true);
  });
});

describe.runIf(canConfine)(`what a confined command can plant for the next git${why}`, () => {
  test.each(plants)('$name does not run', async (plant) => {
    const { root, run, ran } = folderFor(plant);
    await runConfined(plant.plant, root);
    run(plant.later ?? status);
    expect(ran()).toBe(false);
  });
});
