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

/** Returns what a push of a branch to a remote would do. */
export async function pushTarget(
  git: PersonGit,
  tree: WorkTree,
  { branch, remote: { name, addresses } }: { branch: string; remote: Remote },
): Promise<PushTarget> {
  const upstream = await settings(git, tree.root, [`branch.${branch}.remote`, `branch.${branch}.merge`]);
  const isElsewhere = upstream.length > 0 && upstream.join(' ') !== `${name} refs/heads/${branch}`;
  // What the branch follows already stays.
  // A plus before a name would overwrite what the remote has under the rest of it.
  const ref = branch.startsWith('+') ? `refs/heads/${branch}` : branch;
  const command = ['git', 'push', ...(isElsewhere ? [] : ['-u']), name, ref];
  const tip = await git.commitAt(tree, `refs/heads/${branch}`);
  const there = await git.commitAt(tree, `refs/remotes/${name}/${branch}`);
  const count =
    there === undefined ? null : await git.quietly(tree, ['rev-list', '--count', `${there}..${tip}`]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([tip, command, addresses]))
    .digest('hex');
  return {
    remote: name,
    addresses: addresses.map(shownAddress),
    command,
    ahead: count === null ? null : Number(count),
    fingerprint,
  };
}
