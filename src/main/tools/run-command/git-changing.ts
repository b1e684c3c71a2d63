/** What of git changes its repository, or reaches another one; everything else reads, or changes files alone. */
const changing =
  'add am bisect branch checkout cherry-pick commit config fetch gc init lfs maintenance merge mv notes pull push rebase remote replace reset restore revert rm sparse-checkout stash submodule switch tag update-index update-ref worktree';

const line = new RegExp(
  String.raw`(?:^|[;&|(\n])\s*git(?:\s+-[cC]\s+\S+|\s+-\S+)*\s+(?:${changing.replaceAll(' ', '|')})(?![\w-])`,
);

/**
 * True for a command line that begins git where it changes its own files, as far as its letters say. Such a command would
 * be stopped by its confinement, and is asked about without right away; to take another one for it does no harm.
 */
export function changesGit(command: string): boolean {
  return line.test(command);
}
