import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The environment of a git without the configuration of whoever runs the tests. */
export const gitEnvironment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

/** One way to have git run a program later. */
export type GitPlant = {
  name: string;
  /** Makes the folder as a person has it. */
  ready: string;
  /** What the confined command tries. */
  plant: string;
  /** What runs git afterwards, with the person's rights. */
  later: string;
  /** The folder that git runs in then, relative to the first. */
  where?: string;
};

const repository =
  'git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first && git config user.name a && git config user.email a@b';
const withMonitor = 'core.fsmonitor "$PWD/evil.sh"';
const commit = 'git commit -q --allow-empty -m later';

const plants: readonly (Omit<GitPlant, 'later'> & { later?: string })[] = [
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
  {
    name: 'a repository where none is',
    ready: 'true',
    plant: `git init -q .; git config ${withMonitor}`,
  },
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
    where: 'tree',
  },
  {
    name: 'a repository below',
    ready: 'mkdir -p a/b && cd a/b && git init -q .',
    plant: `git -C a/b config ${withMonitor}`,
    later: 'cd a/b && git status',
    where: 'a/b',
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
    plant: `cd sub && git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git config core.fsmonitor "$PWD/../evil.sh"`,
  },
  {
    name: 'the file that a hook is a link to',
    ready: `${repository} && mkdir scripts && printf '#!/bin/sh\\n' > scripts/check.sh && chmod +x scripts/check.sh && ln -s ../../scripts/check.sh .git/hooks/post-commit`,
    plant: 'cp evil.sh scripts/check.sh',
    later: commit,
  },
  {
    name: 'the file that a program of a setting is a link to',
    ready: `${repository} && printf '#!/bin/sh\\nfalse\\n' > real.sh && chmod +x real.sh && ln -s real.sh monitor.sh && git config core.fsmonitor ./monitor.sh`,
    plant: 'cp evil.sh real.sh',
  },
  {
    name: 'the file that an included configuration is a link to',
    ready: `${repository} && git config include.path ../.shared && git config -f real.txt color.ui auto && ln -s real.txt .shared`,
    plant: `git config -f real.txt ${withMonitor}`,
  },
  {
    name: 'a hook of the repository that a remote is',
    ready: `${repository} && git init -q --bare a/b/c/d/e/f/bare && git remote add origin ./a/b/c/d/e/f/bare`,
    plant: 'cp evil.sh a/b/c/d/e/f/bare/hooks/post-receive',
    later: 'git push -q origin HEAD',
  },
  {
    name: 'another repository for a branch to be pushed to',
    ready: `${repository} && git config push.default current && git init -q --bare bare && cp evil.sh bare/hooks/post-receive`,
    plant: 'git config branch.$(git branch --show-current).pushRemote ./bare',
    later: 'git push -q',
  },
  {
    name: 'a remote in a file of older versions of git',
    ready: `${repository} && git config push.default current && git init -q --bare bare && cp evil.sh bare/hooks/post-receive`,
    plant: 'mkdir .git/remotes; echo "URL: ./bare" > .git/remotes/origin',
    later: 'git push -q',
  },
  {
    name: 'the steps of a rebase',
    ready: `${repository} && git commit -q --allow-empty -m two && git -c sequence.editor="sed -i 1s/pick/edit/" rebase -q -i --root --keep-empty`,
    plant: `echo "exec $PWD/evil.sh" >> .git/rebase-merge/git-rebase-todo`,
    later: 'GIT_EDITOR=true git rebase --continue',
  },
];

export const gitPlants: readonly GitPlant[] = plants.map((one) => ({ later: 'git status', ...one }));

/** A folder made ready, with a program that leaves a trace where it runs. */
export function folderFor({ ready }: GitPlant, place: string) {
  const root = mkdtempSync(join(place, 'planted-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const trace = join(root, 'ran');
  const run = (line: string) =>
    execFileSync('/bin/sh', ['-c', `${line} || true`], { cwd: root, env: gitEnvironment, stdio: 'ignore' });
  writeFileSync(join(root, 'evil.sh'), `#!/bin/sh\ntouch '${trace}'\ncat >/dev/null 2>&1 </dev/null\n`);
  chmodSync(join(root, 'evil.sh'), 0o755);
  run(ready);
  return { root, run, ran: () => existsSync(trace) };
}
