import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { hastyGit } from '../../../../test/main/worktrees/hasty-git.ts';
import { stubGh } from '../../../../test/main/worktrees/stub-gh.ts';
import { git, repositoryIn, write } from '../../../../test/main/worktrees/repository.ts';
import { appOf, begin, env, trust, whole } from '../../../../test/main/worktrees/worktree-chats.ts';
import { entryDecider, entryStatus, entryTitle } from '../../../shared/ledger/ledger-text.ts';
import type { PushEnd, PushOffer } from '../../../shared/contract/push-contract.ts';

/** A chat in a worktree with one commit, of a repository whose remotes are set up by `prepare`. */
async function stage(
  prepare: (origin: string, folder: string) => void,
  own = env,
  choice: Parameters<typeof begin>[2] = whole,
) {
  const { client, folder } = appOf(undefined, own);
  const origin = repositoryIn(join(folder, 'r'));
  prepare(origin, folder);
  await trust(client, origin);
  const chat = await begin(client, origin, choice);
  const { id: workspaceId, folder: place } = chat;
  write(place, { 'a.txt': 'changed\n' });
  git(place, 'commit', '--quiet', '--all', '--message=Say it better\n\nIt was unclear.');
  const offer = () => client.workspace.readPushOffer({ workspaceId });
  let count = 0;
  const push = async (remote?: string, now?: PushOffer) => {
    const { targets } = offered(now ?? (await offer()));
    const target = targets.find((one) => one.remote === (remote ?? targets[0]?.remote));
    if (target === undefined) throw new Error(`There is no remote ${remote}.`);
    const { fingerprint } = target;
    const key = `push ${(count += 1)}`;
    return client.workspace.push({ workspaceId, key, remote: target.remote, fingerprint });
  };
  return { client, origin, place, workspaceId, offer, push, folder };
}

function offered(offer: PushOffer) {
  if (!offer.offered) throw new Error(`No push is offered: ${JSON.stringify(offer)}`);
  return offer;
}

function saidIn(end: PushEnd): string {
  return 'said' in end ? end.said : '';
}

/** A bare repository beside the origin stands for the host. */
function bare(origin: string, folder: string): string {
  const host = join(folder, 'host.git');
  git(folder, 'init', '--quiet', '--bare', 'host.git');
  git(origin, 'remote', 'add', 'origin', host);
  git(origin, 'push', '--quiet', 'origin', 'main');
  return host;
}

const branch = 'parley/retry-failed-uploads';

test('a push is shown with its command and address, puts the branch there, and follows it', async () => {
  const { place, folder, offer, push } = await stage(bare);
  write(place, { 'b.txt': 'not committed\n' });
  const host = join(folder, 'host.git');
  const command = ['git', 'push', 'origin', `${git(place, 'rev-parse', 'HEAD')}:refs/heads/${branch}`];
  const target = { remote: 'origin', addresses: [host], command, follows: true };
  expect(await offer()).toMatchObject({
    offered: true,
    branch,
    uncommitted: 1,
    targets: [{ ...target, ahead: null }],
  });
  expect(await push()).toMatchObject({ type: 'pushed', new: true });
  expect(git(host, 'log', '-1', '--format=%s', branch)).toBe('Say it better');
  expect(git(place, 'rev-parse', '--abbrev-ref', '@{upstream}')).toBe(`origin/${branch}`);
  expect(offered(await offer()).targets[0]).toMatchObject({ ahead: 0 });
  expect(await push()).toMatchObject({ type: 'pushed', new: false });
});

test('what was pushed, and what was not, stands in the record of decisions', async () => {
  const { client, folder, push, workspaceId, place } = await stage(bare);
  await push();
  git(place, 'commit', '--quiet', '--amend', '--message=Other');
  await push();
  const { entries } = await client.ledger.search({ query: branch, kind: 'git' });
  const found = entries.map((entry) => [entryTitle(entry), entryStatus(entry), entryDecider(entry)]);
  const title = `Push ${branch} to origin`;
  expect(found).toEqual([
    [title, 'Failed', 'You'],
    [title, 'Pushed', 'You'],
  ]);
  expect(entries[0]).toMatchObject({
    workspace: { id: workspaceId },
    act: { addresses: [join(folder, 'host.git')] },
  });
});

test('a branch whose name begins with a plus overwrites nothing', async () => {
  const { place, folder, offer, push } = await stage(bare);
  const host = join(folder, 'host.git');
  const before = git(host, 'rev-parse', 'main');
  git(place, 'checkout', '--quiet', '--orphan', '+main');
  git(place, 'commit', '--quiet', '--message=Another beginning');
  git(place, 'update-ref', 'refs/heads/main', 'HEAD');
  expect(offered(await offer()).targets[0]?.ref).toBe('refs/heads/+main');
  expect(await push()).toMatchObject({ type: 'pushed', new: true });
  expect(git(host, 'rev-parse', 'main')).toBe(before);
  expect(git(host, 'log', '-1', '--format=%s', 'refs/heads/+main')).toBe('Another beginning');
});

test('what an agent commits between the look and the push stays here', async () => {
  const bin = temporaryFolder();
  const { place, origin, folder, push } = await stage(bare, { ...env, PATH: `${bin}:${env.PATH}` });
  hastyGit(bin, { before: 'push', in: place });
  hook(join(origin, '.git/hooks/pre-push'), 'cat > "$GIT_DIR/pushed"');
  const tip = git(place, 'rev-parse', 'HEAD');
  expect(await push()).toMatchObject({ type: 'pushed', new: true });
  expect(git(place, 'log', '-1', '--format=%s')).toBe('unseen');
  expect(git(join(folder, 'host.git'), 'rev-parse', branch)).toBe(tip);
  const pushed = readFileSync(join(git(place, 'rev-parse', '--absolute-git-dir'), 'pushed'), 'utf8');
  expect(pushed).toBe(`${tip} ${tip} refs/heads/${branch} ${'0'.repeat(40)}\n`);
  expect(git(place, 'rev-parse', '--abbrev-ref', '@{upstream}')).toBe(`origin/${branch}`);
});

test('a remote’s own refspec names the branch there, and overwrites nothing', async () => {
  const { place, folder, offer, push } = await stage((origin, at) => {
    bare(origin, at);
    git(origin, 'config', 'remote.origin.push', '+refs/heads/*:refs/heads/ada/*');
    git(origin, 'config', 'push.default', 'upstream');
  });
  const host = join(folder, 'host.git');
  expect(offered(await offer()).targets[0]?.ref).toBe(`refs/heads/ada/${branch}`);
  expect(await push()).toMatchObject({ type: 'pushed', new: true });
  expect(git(host, 'log', '-1', '--format=%s', `ada/${branch}`)).toBe('Say it better');
  expect(offered(await offer()).targets[0]).toMatchObject({ ahead: 0, follows: false });
  git(place, 'commit', '--quiet', '--amend', '--message=Other');
  expect(await push()).toMatchObject({ type: 'failed', why: 'behind' });
});

test('no tag goes along that was not shown, and the branch follows where no other is fetched', async () => {
  const { place, folder, offer, push } = await stage((origin, at) => {
    bare(origin, at);
    git(origin, 'config', 'push.followTags', 'true');
    git(origin, 'config', 'submodule.recurse', 'true');
    git(origin, 'config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
  });
  git(place, 'tag', '--annotate', '--message=x', 'v1');
  const options = ['--no-follow-tags', '--recurse-submodules=check'];
  expect(offered(await offer()).targets[0]?.command.slice(2, 4)).toEqual(options);
  expect(await push()).toMatchObject({ type: 'pushed', new: true });
  expect(git(join(folder, 'host.git'), 'tag')).toBe('');
  expect(git(place, 'config', `branch.${branch}.merge`)).toBe(`refs/heads/${branch}`);
});

test('what the remote has and the branch has not is never overwritten', async () => {
  const { place, push } = await stage(bare);
  await push();
  git(place, 'commit', '--quiet', '--amend', '--message=Other');
  expect(await push()).toMatchObject({ type: 'failed', why: 'behind' });
});

test('a hook here and one of the host refuse a push, each in its own words', async () => {
  const { origin, folder, push } = await stage(bare);
  hook(join(folder, 'host.git/hooks/pre-receive'), 'echo "no pushes on Friday" >&2; exit 1');
  const refused = await push();
  expect(refused).toMatchObject({ type: 'failed', why: 'refused' });
  expect(saidIn(refused)).toContain('remote: no pushes on Friday');
  hook(join(origin, '.git/hooks/pre-push'), 'echo "tests fail at https://ada:hunter2@ci.org/7" >&2; exit 1');
  expect(saidIn(await push())).toContain('tests fail at https://ci.org/7');
});

function hook(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** A host that wants a name and password, or has no such repository. */
async function webHost(status: number): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';
}

test('a host that wants a password is no riddle and no wait, and the password of an address is shown nowhere', async () => {
  const [wants, missing] = [await webHost(401), await webHost(404)];
  const { offer, push } = await stage((origin) => {
    git(origin, 'remote', 'add', 'asks', `http://${wants}/x.git`);
    git(origin, 'remote', 'add', 'wrong', `http://ada:hunter2@${wants}/x.git`);
    git(origin, 'remote', 'add', 'missing', `http://token9@${missing}/x.git`);
    git(origin, 'remote', 'add', 'away', 'http://ada:hunter2@127.0.0.1:1/x.git');
  });
  const all = [
    await offer(),
    await push('asks'),
    await push('wrong'),
    await push('missing'),
    await push('away'),
  ];
  expect(all.slice(1)).toMatchObject(
    ['sign-in', 'sign-in', 'no-repository', 'unreachable'].map((why) => ({ type: 'failed', why })),
  );
  expect(JSON.stringify(all)).not.toMatch(/hunter2|token9/);
});

/** What ssh of OpenSSH 9.2 said to a push without a terminal: of a host that it did not know, and of one that wanted a password. */
const sshSaid = {
  'host-key': 'Host key verification failed.',
  'sign-in':
    'Permission denied, please try again.\nnobody@127.0.0.1: Permission denied (publickey,password).',
  unreachable: 'ssh: connect to host 127.0.0.1 port 22022: Connection refused',
};

test.each(Object.entries(sshSaid))('of ssh a push hears that it is %s', async (why, said) => {
  const { push } = await stage((origin, folder) => {
    const ssh = join(folder, 'ssh');
    hook(ssh, `printf '%s\\n' "${said}" >&2; exit 255`);
    git(origin, 'remote', 'add', 'origin', 'git@example.org:ada/parser.git');
    git(origin, 'config', 'core.sshCommand', ssh);
  });
  const end = await push();
  expect(end).toMatchObject({ type: 'failed', why });
  expect(saidIn(end)).toContain(said);
});

test('of several remotes the one comes first that git would push to', async () => {
  const { origin, offer } = await stage((at, folder) => {
    bare(at, folder);
    git(at, 'remote', 'add', 'fork', 'git@github.com:ada/parser.git');
    git(at, 'config', 'remote.fork.pushurl', 'gh:ada/fork.git');
    git(at, 'config', 'url.git@github.com:.insteadOf', 'gh:');
  });
  const names = async () => offered(await offer()).targets.map(({ remote }) => remote);
  expect(await names()).toEqual(['origin', 'fork']);
  expect(offered(await offer()).targets[1]?.addresses).toEqual(['git@github.com:ada/fork.git']);
  git(origin, 'config', `branch.${branch}.pushRemote`, 'fork');
  expect(await names()).toEqual(['fork', 'origin']);
});

test('without a remote, and on no branch, no push is offered', async () => {
  const { place, offer } = await stage(() => undefined);
  expect(await offer()).toEqual({ offered: false, because: { why: 'no-remote' } });
  git(place, 'checkout', '--quiet', '--detach');
  expect(await offer()).toEqual({ offered: false, because: { why: 'no-branch' } });
});

test('what was committed after it was shown is not pushed', async () => {
  const { place, offer, push } = await stage(bare);
  const before = await offer();
  git(place, 'commit', '--quiet', '--allow-empty', '--message=later');
  expect(await push('origin', before)).toEqual({ type: 'changed' });
});

const onGithub = (origin: string) => git(origin, 'remote', 'add', 'origin', 'git@github.com:ada/parser.git');

test('where gh is not signed in, a pull request is opened on the page of the host', async () => {
  const gh = stubGh(temporaryFolder(), { signedIn: [] });
  const { client, workspaceId } = await stage(onGithub, { ...env, PATH: gh.path });
  expect(await client.workspace.readPullRequestOffer({ workspaceId, remote: 'origin' })).toEqual({
    way: 'page',
    host: 'github.com',
    url: `https://github.com/ada/parser/compare/${branch}?expand=1`,
  });
});

test.each(['refs/heads/topic', 'refs/remotes/origin/topic'])(
  'a pull request of a worktree that began at %s goes into that branch',
  async (ref) => {
    const gh = stubGh(temporaryFolder(), { signedIn: [] });
    const { client, workspaceId } = await stage(
      (origin) => {
        onGithub(origin);
        for (const name of ['refs/heads/topic', 'refs/remotes/origin/topic'])
          git(origin, 'update-ref', name, 'HEAD');
      },
      { ...env, PATH: gh.path },
      { ...whole, start: { type: 'branch', ref } },
    );
    expect(await client.workspace.readPullRequestOffer({ workspaceId, remote: 'origin' })).toMatchObject({
      url: `https://github.com/ada/parser/compare/topic...${branch}?expand=1`,
    });
  },
);

test('where gh is signed in, it opens one with the person’s words, and says where one is already', async () => {
  const gh = stubGh(temporaryFolder(), { signedIn: ['github.com'] });
  const { client, workspaceId } = await stage(onGithub, { ...env, PATH: gh.path });
  const at = { workspaceId, remote: 'origin' };
  expect(await client.workspace.readPullRequestOffer(at)).toEqual({
    way: 'gh',
    repository: 'github.com/ada/parser',
    head: branch,
    base: null,
    title: 'Say it better',
    text: 'It was unclear.',
  });
  const place = { repository: 'github.com/ada/parser', head: branch, base: null };
  const words = { title: 'Say it "well"', text: 'Because.\n--draft' };
  const open = (key: string, repository = place.repository) =>
    client.workspace.openPullRequest({ ...at, key, ...place, repository, ...words });
  expect(await open('0', 'github.com/ada/other')).toEqual({ type: 'changed' });
  expect(await open('1')).toEqual({ type: 'opened', url: 'https://github.com/ada/parser/pull/7' });
  expect(await open('1')).toEqual({ type: 'opened', url: 'https://github.com/ada/parser/pull/7' });
  expect(gh.created()).toEqual([
    {
      args: `--repo github.com/ada/parser --head ${branch} --title Say it "well" --body-file -`,
      body: 'Because.\n--draft',
    },
  ]);
  expect(await open('2')).toEqual({ type: 'there', url: 'https://github.com/ada/parser/pull/7' });
});

test('from a fork gh opens one in the repository that it is a fork of', async () => {
  const gh = stubGh(temporaryFolder(), { signedIn: ['github.com'] });
  const { client, workspaceId } = await stage(
    (origin) => {
      onGithub(origin);
      git(origin, 'remote', 'add', 'upstream', 'https://github.com/org/parser.git');
    },
    { ...env, PATH: gh.path },
  );
  const offer = await client.workspace.readPullRequestOffer({ workspaceId, remote: 'origin' });
  expect(offer).toMatchObject({ way: 'gh', repository: 'github.com/org/parser', head: `ada:${branch}` });
});
