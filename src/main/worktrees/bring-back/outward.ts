import type { ChatChange } from '../../../shared/contract/chat-changes.ts';
import type { CommitEnd, CommitOffer, WhyNoAct } from '../../../shared/contract/commit-contract.ts';
import type {
  PullRequestEnd,
  PullRequestOffer,
  PushEnd,
  PushOffer,
} from '../../../shared/contract/push-contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { GitActOutcome } from '../../../shared/worktrees/git-act.ts';
import type { FolderTrust } from '../../../shared/trust/folder-trust.ts';
import { changesSince } from '../changes-since.ts';
import { folderIn } from '../repository.ts';
import type { OpenWorktree } from '../worktrees.ts';
import { commitFiles } from './commit.ts';
import { uncommittedIn, unfinishedIn } from './commit-offer.ts';
import { changedHooks, gitHooks } from './git-hooks.ts';
import { untrustedIn } from './git-trust.ts';
import type { GitActs } from './git-acts.ts';
import type { GitRuns, RunOnce } from './git-runs.ts';
import { isSamePlace, openByGh, type PullRequest, pullRequestOffer } from './pull-request.ts';
import { pushBranch } from './push.ts';
import { pushTarget, remotesFor } from './remotes.ts';

export type OutwardDeps = {
  /** Returns the worktree of a chat; undefined where there is none, or it can't be read. */
  worktreeOf: (id: WorkspaceId) => Promise<OpenWorktree | undefined>;
  nameOf: (id: WorkspaceId) => string;
  trustOf: (folder: string) => Promise<FolderTrust>;
  acts: GitActs;
};

/** The most files that a window is shown of a commit. */
const mostFiles = 1_000;

/** What leaves the worktrees of chats: commits, pushes and pull requests, by the person's git and only when they say so. */
export class Outward {
  readonly #deps: OutwardDeps;
  readonly #runs: GitRuns;
  readonly #commits: RunOnce<CommitEnd>;
  readonly #pushes: RunOnce<PushEnd>;
  readonly #pullRequests: RunOnce<PullRequestEnd>;

  /** What the remote of the last push of a chat said to it. */
  readonly #answers = new Map<WorkspaceId, { remote: string; said: string }>();

  constructor(deps: OutwardDeps) {
    this.#deps = deps;
    this.#runs = deps.acts.runs;
    this.#commits = this.#runs.ofKind();
    this.#pushes = this.#runs.ofKind();
    this.#pullRequests = this.#runs.ofKind();
  }

  /** Returns what a commit in the worktree of a chat would take. */
  async commitOffer(id: WorkspaceId): Promise<CommitOffer> {
    if (this.#runs.isBusy(id)) return { offered: false, because: { why: 'busy' } };
    const found = await this.#usable(id);
    if ('why' in found) return { offered: false, because: found };
    const { git, tree, place, copied } = found;
    const unfinished = unfinishedIn(tree);
    if (unfinished !== undefined) return { offered: false, because: unfinished };
    const { files, leftOut, fingerprint } = await uncommittedIn(git, tree, copied);
    const hooks = await gitHooks(git, tree, place.commonDir);
    return {
      offered: true,
      branch: await branchOf(found),
      files: files.slice(0, mostFiles),
      more: Math.max(0, files.length - mostFiles),
      leftOut,
      changedHooks: await changedHooks(git, tree, { folder: hooks.folder, base: place.base }),
      fingerprint,
    };
  }

  /** Returns the changes that a commit would take, with their lines; none where there can be no commit. */
  async uncommittedChanges(id: WorkspaceId): Promise<readonly ChatChange[]> {
    const found = await this.#usable(id);
    if ('why' in found) return [];
    const { files } = await changesSince(found.git, found.tree, 'HEAD');
    return files.filter(({ path }) => !found.copied.includes(path));
  }

  /** Commits what a fingerprint of the offer identifies. */
  commit(
    id: WorkspaceId,
    { key, message, fingerprint }: { key: string; message: string; fingerprint: string },
  ): Promise<CommitEnd> {
    const { acts } = this.#deps;
    const end = this.#commits(id, key, async (run) => {
      await acts.settleCutOff();
      const found = await this.#usable(id);
      if ('why' in found || unfinishedIn(found.tree) !== undefined) return { type: 'changed' };
      const { git, tree, copied } = found;
      const take = await uncommittedIn(git, tree, copied);
      if (take.fingerprint !== fingerprint || take.files.length === 0) return { type: 'changed' };
      const head = (await git.commitAt(tree, 'HEAD')) ?? '';
      const branch = await branchOf(found);
      return acts.run<CommitEnd>({
        workspaceId: id,
        act: { type: 'commit', branch, head, files: take.files.length, message },
        place: tree,
        work: (begunAt) => commitFiles(git, tree, { message, take, begunAt, ...run }),
        outcomeOf: (end) => (end.type === 'committed' ? done(end.commit) : notDone(end)),
      });
    });
    return end ?? Promise.resolve({ type: 'busy' });
  }

  /** Returns where the branch of a chat's worktree can be pushed to. */
  async pushOffer(id: WorkspaceId): Promise<PushOffer> {
    if (this.#runs.isBusy(id)) return { offered: false, because: { why: 'busy' } };
    const found = await this.#usable(id);
    if ('why' in found) return { offered: false, because: found };
    const { git, tree, copied } = found;
    const branch = await branchOf(found);
    const tip = branch === null ? undefined : await git.commitAt(tree, `refs/heads/${branch}`);
    if (branch === null || tip === undefined) return { offered: false, because: { why: 'no-branch' } };
    const remotes = await remotesFor(git, tree, branch);
    const all = await Promise.all(remotes.map((remote) => pushTarget(git, tree, { branch, tip, remote })));
    const [first, ...others] = all;
    if (first === undefined) return { offered: false, because: { why: 'no-remote' } };
    const { files } = await uncommittedIn(git, tree, copied);
    return { offered: true, branch, uncommitted: files.length, targets: [first, ...others] };
  }

  /** Pushes what a fingerprint of the offer identifies. */
  push(
    id: WorkspaceId,
    { key, remote, fingerprint }: { key: string; remote: string; fingerprint: string },
  ): Promise<PushEnd> {
    const end = this.#pushes(id, key, async (run) => {
      const pushed = await this.#pushed(id, remote);
      if (pushed === undefined) return { type: 'changed' };
      const { open, branch } = pushed;
      const target = await pushTarget(open.git, open.tree, pushed);
      if (target.fingerprint !== fingerprint) return { type: 'changed' };
      const { addresses, ref } = target;
      const pushEnd = await this.#deps.acts.run<PushEnd>({
        workspaceId: id,
        act: { type: 'push', branch, remote, addresses, commit: pushed.tip, ref },
        place: open.tree,
        work: () => pushBranch(open.git, open.tree, { branch, target, ...run }),
        outcomeOf: (end) => (end.type === 'pushed' ? done(pushed.tip) : notDone(end)),
      });
      if (pushEnd.type === 'pushed') this.#answers.set(id, { remote, said: pushEnd.said });
      return pushEnd;
    });
    return end ?? Promise.resolve({ type: 'busy' });
  }

  /** Returns how a pull request of the pushed branch can be opened. */
  async pullRequestOffer(id: WorkspaceId, remote: string): Promise<PullRequestOffer> {
    const pushed = await this.#pushed(id, remote);
    if (pushed === undefined) return { way: 'none', host: null };
    return pullRequestOffer(pushed.open, pushed);
  }

  /** Opens a pull request by `gh`, as it was offered but for what the person wrote. */
  openPullRequest(
    id: WorkspaceId,
    { key, remote, ...shown }: PullRequest & { key: string; remote: string },
  ): Promise<PullRequestEnd> {
    const end = this.#pullRequests(id, key, async (run) => {
      const pushed = await this.#pushed(id, remote);
      const offer = pushed && (await pullRequestOffer(pushed.open, pushed));
      if (pushed === undefined || offer?.way !== 'gh' || !isSamePlace(offer, shown))
        return { type: 'changed' };
      const { repository, head, base, title } = shown;
      return this.#deps.acts.run<PullRequestEnd>({
        workspaceId: id,
        act: { type: 'pull-request', repository, head, base, title },
        place: pushed.open.tree,
        work: () => openByGh(pushed.open, shown, run),
        outcomeOf: (end) => (end.type === 'opened' || end.type === 'there' ? done(end.url) : notDone(end)),
      });
    });
    return end ?? Promise.resolve({ type: 'busy' });
  }

  isBusy(id: WorkspaceId): boolean {
    return this.#runs.isBusy(id);
  }

  /** Returns the branch of a chat's worktree and one of its remotes; undefined where it has no longer one. */
  async #pushed(id: WorkspaceId, name: string) {
    const open = await this.#usable(id);
    if ('why' in open) return undefined;
    const branch = await branchOf(open);
    const tip = branch === null ? undefined : await open.git.commitAt(open.tree, `refs/heads/${branch}`);
    if (branch === null || tip === undefined) return undefined;
    const remotes = await remotesFor(open.git, open.tree, branch);
    const remote = remotes.find((one) => one.name === name);
    if (remote === undefined) return undefined;
    const answer = this.#answers.get(id);
    const said = answer?.remote === name ? answer.said : '';
    return { open, branch, tip, remote, said, name: this.#deps.nameOf(id) };
  }

  /** Returns the worktree of a chat where the person's git may act in it, or why not. */
  async #usable(id: WorkspaceId): Promise<OpenWorktree | WhyNoAct> {
    const { worktreeOf, trustOf } = this.#deps;
    const found = await worktreeOf(id);
    if (found === undefined) return { why: 'gone' };
    const [here, origin] = await Promise.all(
      [folderIn(found.place.root, found.place), found.place.origin].map((folder) => trustOf(folder)),
    );
    if (here === undefined || origin === undefined) return { why: 'gone' };
    return (await untrustedIn(found, found.tree, { here, origin })) ?? found;
  }
}

function done(result: string): GitActOutcome {
  return { type: 'done', result };
}

function notDone({ type }: { type: string }): GitActOutcome {
  return { type: type === 'stopped' ? 'stopped' : 'failed' };
}

/** Returns the branch that is checked out; null for a detached commit. */
async function branchOf({ git, tree }: OpenWorktree): Promise<string | null> {
  return (await git.look(tree.root, 'symbolic-ref', '--quiet', '--short', 'HEAD'))?.trim() ?? null;
}
