import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  hostileFolder,
  type HostileFolder,
  runByShell,
  runUnasked,
} from '../../../test/main/permissions/hostile-folder.ts';
import { attacks } from '../../../test/main/permissions/reading-attacks.ts';

/** Programs of the attacks that a machine need not have. */
const optionalPrograms = ['jq', 'rg'];

function isInstalled({ env, folder }: HostileFolder, name: string): boolean {
  return spawnSync('/bin/sh', ['-c', `command -v ${name}`], { cwd: folder, env }).status === 0;
}

describe.each(attacks)('an attack by %s', (_, ofKind) => {
  it.for(
    ofKind.map((attack) => ({
      ...attack,
      title: `${attack.name ?? ''} ${typeof attack.line === 'string' ? attack.line : ''}`.trim(),
    })),
  )('happens in a shell, and not without a card: $title', async ({ line, before, where, happened }, test) => {
    const [open, closed] = [hostileFolder(), hostileFolder()];
    for (const one of [open, closed]) before?.(one);
    const lineIn = (one: HostileFolder) => (typeof line === 'string' ? line : line(one));
    const missing = optionalPrograms.find(
      (name) => lineIn(open).startsWith(`${name} `) && !isInstalled(open, name),
    );
    test.skip(missing !== undefined, `${missing} is not on this machine`);
    const output = runByShell(open, lineIn(open), where?.(open));
    expect({ output, happened: happened(open, output) }).toMatchObject({ happened: true });
    const unasked = await runUnasked(closed, lineIn(closed), where?.(closed));
    expect({ unasked, happened: happened(closed, unasked ?? '') }).toMatchObject({ happened: false });
  });
});

it.for([
  'cat pipe',
  'grep x pipe',
  'cat /dev/zero',
  'tail -f a',
  'tail -F a',
  'sleep 100',
  'cat -',
  'less a',
  'ps aux',
  'docker ps',
  'npm ls',
  'npm --version',
  'cargo --version',
  'git fetch',
  'git ls-remote origin',
  'git branch new',
  'git branch -d main',
  'git tag v1',
  'git stash',
  'git config --get user.name',
  'curl https://example.com',
  'cd src',
  'which ./tool',
  '/bin/cat a',
  'mytool',
])('asks before: %s', async (line) => {
  const one = hostileFolder();
  one.sh('mkfifo pipe');
  expect(await runUnasked(one, line)).toBeUndefined();
});

it('asks in a folder that holds Parley’s data, and for git in a folder that is not trusted', async () => {
  const one = hostileFolder();
  expect(await runUnasked(one, 'cat a', { dataFolder: join(one.folder, 'data') })).toBeUndefined();
  expect(await runUnasked(one, 'git status', { mayUseGit: false })).toBeUndefined();
  expect(await runUnasked(one, 'cat a', { mayUseGit: false })).toBe('one\ntwo\n');
});

it.for<[line: string, output: string | RegExp]>([
  ['cat a', 'one\ntwo\nthree\n'],
  ['ls src', ''],
  ['ls -A src', '.ENV.local\n'],
  ["find . -maxdepth 1 -name 'a*' -type f", './a\n'],
  ['grep -n two a', '2:two\n'],
  ['sed -n 2p a', 'two\n'],
  ['wc -l a b', /4 total/],
  ['sort -r a', 'two\nthree\none\n'],
  ["jq -c '.x' x.json", '1\n'],
  ['tar -tzf x.tgz', 'a\n'],
  ['pwd', /folder\n$/],
  ['echo a b', 'a b\n'],
  ['git --version', /^git version/],
  ['node --version', /^v\d/],
  ['git status --short', ' M a\n?? pic.png\n?? x.json\n?? x.tgz\n'],
  ['git status', /modified: {3}a\n/],
  ['git diff', /\+three\n$/],
  ['git diff --stat', /1 file changed/],
  ['git diff HEAD -- a', /\+three\n$/],
  ['git diff a b', /\+three\n$/],
  ['git diff other..main', /^diff --git a\/c b\/c(?!.*\.env)[^]*\+c\n$/],
  ['git log --oneline', /Fourth\n\w+ Third\n\w+ Second\n\w+ First\n$/],
  ['git log -p -2 --format=%s', /^Fourth\nThird\n\ndiff --git a\/c b\/c/],
  ['git log --format=%s other', 'Second\nFirst\n'],
  ['git log -1 --stat -- c', /Third[^]*c \|/],
  ['git log --follow --oneline c', /Third\n$/],
  ['git show', /^commit[^]*Fourth\n$/],
  ['git show HEAD~1', /\+c\n$/],
  ['git show HEAD~1:c', 'c\n'],
  ['git show --stat HEAD~1', /1 file changed/],
  ['git blame c', /\) c\n$/],
  ['git branch', '* main\n  other\n'],
  ['git branch --show-current', 'main\n'],
  ['git branch -a', /other/],
  ['git tag', 'v1\n'],
  ['git rev-parse --abbrev-ref HEAD', 'main\n'],
  ['git ls-files', /a\nb\n/],
  ['git remote -v', /example.com/],
  ['git stash list', ''],
])('runs without a card: %s', async ([line, output]) => {
  const one = hostileFolder();
  mkdirSync(join(one.folder, '.husky'));
  one.sh(
    `git tag v1; git commit -q --allow-empty -m Second; git branch other; echo c > c; git add c; git commit -qm Third; echo 2 >> .env; git commit -qam Fourth; git config core.hooksPath .husky; git remote add origin git@example.com:x.git; echo '{"x":1}' > x.json; tar -czf x.tgz a; echo png > pic.png; echo three >> a`,
  );
  const found = await runUnasked(one, line);
  expect(found).toEqual(typeof output === 'string' ? output : expect.stringMatching(output));
});
