/** Git subcommands that change the repository or reach another; all others read, or change files alone. */
const changing =
  'add am bisect branch checkout cherry-pick commit config fetch gc init lfs maintenance merge mv notes pull push rebase remote replace reset restore revert rm sparse-checkout stash submodule switch tag update-index update-ref worktree';

const line = new RegExp(
  String.raw`(?:^|[;&|(\n])\s*git(?:\s+-[cC]\s+\S+|\s+-\S+)*\s+(?:${changing.replaceAll(' ', '|')})(?![\w-])`,
);

/**
 * True for a command line that runs a git subcommand which changes git's own files, as far as the text tells.
 * Confined it would fail, so the person is asked at once to run it without. A false positive only asks for more
 * than needed.
 */
export function changesGit(command: string): boolean {
  return line.test(command);
}
