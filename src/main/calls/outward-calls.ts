import type { WorkspaceId } from '../../shared/ids.ts';
import type { WorkspaceRow } from '../storage/workspace-store.ts';
import { type Calls, withProblem } from './calls.ts';
import type { Services } from './services.ts';

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
    watchGit: workspace.watchGit.handler(async ({ input, context: { worktrees }, signal }) =>
      (await worktrees.acts()).runs.watch(input.workspaceId, signal),
    ),
    stopGit: workspace.stopGit.handler(({ input, context: { worktrees } }) =>
      worktrees.stopGit(input.workspaceId),
    ),
    removeWorktree: workspace.removeWorktree.handler(async ({ input, context, errors }) => {
      const { workspaceId } = input;
      const { workspaces, worktrees, commands } = context;
      const row = workspaces.row(workspaceId);
      const problem = whyInUse(row) ?? (await busyIn(context, workspaceId));
      if (problem !== undefined) throw errors['not-removed'](withProblem(problem));
      await commands.endAll(workspaceId);
      const left = await worktrees.remove(workspaceId);
      if (left !== undefined) throw errors['not-removed'](withProblem(stillThere));
    }),
    trustRepository: workspace.trustRepository.handler(async ({ input, context: { worktrees }, errors }) => {
      const { workspaceId, fingerprint } = input;
      if (!(await worktrees.trustRepository(workspaceId, fingerprint))) throw errors['folder-changed']();
    }),
  };
}

const stillThere = 'Something has changed in the worktree since you looked. Nothing was removed; look again.';

/** Says what of a chat has to end before its folder may go; undefined where nothing has. */
function whyInUse({ turn, waiting }: WorkspaceRow): string | undefined {
  if (turn.status === 'working')
    return 'The agent is at work in this worktree. Stop it, then remove the worktree.';
  return waiting === 0
    ? undefined
    : 'Something in this chat waits for you. Decide about it first, then remove the worktree.';
}

async function busyIn(
  { worktrees }: Pick<Services, 'worktrees'>,
  id: WorkspaceId,
): Promise<string | undefined> {
  return (await worktrees.outward()).isBusy(id)
    ? 'Git is still at work in this worktree. Wait for it or stop it, then remove the worktree.'
    : undefined;
}
