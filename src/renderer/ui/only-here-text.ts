/** Returns in words what only a worktree has, such as "2 uncommitted files, 1 commit that is nowhere else". */
export function onlyHereText({ files, commits }: { files: number; commits: number }): string {
  return [
    ...(files > 0 ? [files === 1 ? '1 uncommitted file' : `${files} uncommitted files`] : []),
    ...(commits > 0
      ? [commits === 1 ? '1 commit that is nowhere else' : `${commits} commits that are nowhere else`]
      : []),
  ].join(', ');
}
