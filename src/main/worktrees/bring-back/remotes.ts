import { createHash } from 'node:crypto';
import type { PushTarget } from '../../../shared/contract/push-contract.ts';
import type { PersonGit, WorkTree } from '../person-git.ts';
import { shownAddress } from './remote-address.ts';

/** A remote with the addresses that a push goes to, with passwords where they have some. */
export type Remote = { name: string; addresses: string[] };

/** Returns the remotes of a repository that a branch can be pushed to, the one first that git would take. */
export async function remotesFor(git: PersonGit, { root }: WorkTree, branch: string): Promise<Remote[]> {
  // One that reads like an option can't be named.
  const names = lines(await git.look(root, 'remote')).filter((name) => !name.startsWith('-'));
  const usual = [
    ...(await settings(git, root, [
      `branch.${branch}.pushRemote`,
      'remote.pushDefault',
      `branch.${branch}.remote`,
    ])),
    'origin',
  ].find((name) => names.includes(name));
  const ordered = usual === undefined ? names : [usual, ...names.filter((name) => name !== usual)];
  const remotes: Remote[] = [];
  for (const name of ordered) {
    const addresses = lines(await git.look(root, 'remote', 'get-url', '--push', '--all', name));
    if (addresses.length > 0) remotes.push({ name, addresses });
  }
  return remotes;
}

async function settings(git: PersonGit, root: string, keys: readonly string[]): Promise<string[]> {
  const values: string[] = [];
  for (const key of keys) values.push(...lines(await git.look(root, 'config', '--get', key)));
  return values;
}

function lines(output: string | undefined): string[] {
  return (output ?? '').split('\n').filter((line) => line !== '');
}

/** Returns what a push of a branch to a remote would do. It sends the commit `tip` whatever is committed meanwhile. */
export async function pushTarget(
  git: PersonGit,
  tree: WorkTree,
  { branch, tip, remote: { name, addresses } }: { branch: string; tip: string; remote: Remote },
): Promise<PushTarget> {
  const { root } = tree;
  const upstream = await settings(git, root, [`branch.${branch}.remote`, `branch.${branch}.merge`]);
  const refspecs = lines(await git.look(root, 'config', '--get-all', `remote.${name}.push`));
  const ref = refThere(`refs/heads/${branch}`, refspecs);
  const command = ['git', 'push', ...(await nothingElse(git, root)), name, `${tip}:${ref}`];
  const there = await git.commitAt(tree, ref.replace('refs/heads/', `refs/remotes/${name}/`));
  const count =
    there === undefined ? null : await git.quietly(tree, ['rev-list', '--count', `${there}..${tip}`]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([tip, command, addresses]))
    .digest('hex');
  return {
    remote: name,
    addresses: addresses.map(shownAddress),
    command,
    ref,
    // What the branch follows already stays.
    follows: upstream.length === 0,
    ahead: count === null ? null : Number(count),
    fingerprint,
  };
}

/**
 * Returns the name that a remote has for a branch. A refspec of the remote that names the branch says so, as it does for
 * `git push <remote> <branch>`; the plus of one, which overwrites, does not count.
 */
function refThere(ref: string, refspecs: readonly string[]): string {
  for (const refspec of refspecs) {
    const [from = '', to = ''] = refspec.replace(/^\+/, '').split(':');
    const [before = '', after] = from.split('*');
    if (after === undefined ? from !== ref : !ref.startsWith(before) || !ref.endsWith(after)) continue;
    const name = after === undefined ? '' : ref.slice(before.length, ref.length - after.length);
    if (to !== '') return to.replace('*', () => name);
  }
  return ref;
}

/** Returns the options of a push by which no tags and no submodules go along that the person's settings would send. */
async function nothingElse(git: PersonGit, root: string): Promise<string[]> {
  const [tags] = await settings(git, root, ['push.followTags']);
  const [submodules, all] = await Promise.all([
    git.look(root, 'config', '--get', 'push.recurseSubmodules'),
    git.look(root, 'config', '--type=bool', '--get', 'submodule.recurse'),
  ]);
  const sends = submodules === undefined ? all?.trim() === 'true' : !/^(no|check)$/.test(submodules.trim());
  return [
    ...(tags === undefined || tags === 'false' ? [] : ['--no-follow-tags']),
    ...(sends ? ['--recurse-submodules=check'] : []),
  ];
}
