import type { Calls } from './calls.ts';

/** The calls about what leaves the worktree of a chat: commits, pushes and pull requests. */
export function outwardCalls({ workspace }: Calls) {
  return {
    readCommitOffer: workspace.readCommitOffer.handler(async ({ input, context: { worktrees } }) =>
      (await worktrees.outward()).commitOffer(input.workspaceId),
    ),
    proposeCommitMessage: workspace.proposeCommitMessage.handler(
      async ({ input, context: { commitMessages }, signal }) => ({
        message: (await (await commitMessages()).propose(input.workspaceId, signal)) ?? null,
      }),
    ),
    commit: workspace.commit.handler(async ({ input, context: { worktrees } }) =>
      (await worktrees.outward()).commit(input.workspaceId, input),
    ),
    readPushOffer: workspace.readPushOffer.handler(async ({ input, context: { worktrees } }) =>
      (await worktrees.outward()).pushOffer(input.workspaceId),
    ),
    push: workspace.push.handler(async ({ input, context: { worktrees } }) =>
      (await worktrees.outward()).push(input.workspaceId, input),
    ),
    readPullRequestOffer: workspace.readPullRequestOffer.handler(async ({ input, context: { worktrees } }) =>
      (await worktrees.outward()).pullRequestOffer(input.workspaceId, input.remote),
    ),
    openPullRequest: workspace.openPullRequest.handler(async ({ input, context: { worktrees } }) =>
      (await worktrees.outward()).openPullRequest(input.workspaceId, input),
    ),
    stopGit: workspace.stopGit.handler(({ input, context: { worktrees } }) =>
      worktrees.stopGit(input.workspaceId),
    ),
    trustRepository: workspace.trustRepository.handler(async ({ input, context: { worktrees }, errors }) => {
      const { workspaceId, fingerprint } = input;
      if (!(await worktrees.trustRepository(workspaceId, fingerprint))) throw errors['folder-changed']();
    }),
  };
}
