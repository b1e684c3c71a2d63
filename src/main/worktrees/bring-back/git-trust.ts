import type { Untrusted } from '../../../shared/contract/commit-contract.ts';
import type { FolderTrust } from '../../../shared/trust/folder-trust.ts';
import type { OpenWorktree } from '../worktrees.ts';
import type { WorkTree } from '../person-git.ts';
import { gitHooks } from './git-hooks.ts';

/**
 * Returns what git would run in a work tree that is not trusted; undefined where it is. That is decided about where the
 * worktree was made from, whose state is `origin`, for all worktrees of it.
 */
export async function untrustedIn(
  { git, place }: Pick<OpenWorktree, 'git' | 'place'>,
  tree: WorkTree,
  { here, origin }: { here: FolderTrust; origin: FolderTrust },
): Promise<Untrusted | undefined> {
  if (here.state === 'trusted') return undefined;
  const isOfGit = here.state === 'none' && origin.state === 'none';
  const settings = origin.findings.flatMap((finding) =>
    finding.type === 'git-setting' ? [{ key: finding.key, value: finding.value }] : [],
  );
  const { names: hooks } = await gitHooks(git, tree, place.commonDir);
  return { why: 'untrusted', hooks, settings, fingerprint: isOfGit ? origin.fingerprint : null };
}
