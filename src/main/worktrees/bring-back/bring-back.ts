import { isDeepStrictEqual } from 'node:util';
import type { BringBackOffer, MergeEnd } from '../../../shared/contract/bring-back.ts';
import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import { outcomeOf } from '../../../shared/previews/preview-state.ts';
import type { FolderTrust } from '../../../shared/trust/folder-trust.ts';
import type { ChatFolder } from '../../folder/chat-folder.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { identityOf } from '../../folder/folder-handle.ts';
import { GitFailed } from '../../folder/quiet-git.ts';
import { createMutex } from '../../mutex.ts';
import { openApart, type OpenApartDeps } from '../../previews/open-apart.ts';
import type { StoredEdit } from '../../storage/action-store.ts';
import { changedPaths } from '../changes-since.ts';
import { commitOfFiles } from '../keep-files.ts';
import type { GitActs } from './git-acts.ts';
import type { RunOnce } from './git-runs.ts';
import { mergeBranch, mergeOffer } from './merge-branch.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import { countUncommitted, findBeginning, folderIn } from '../repository.ts';
import type { OpenWorktree } from '../worktrees.ts';
import { type Brought, type FolderChanges, folderChanges, TooMuchChanged } from './into-folder.ts';

type BringBackDeps = OpenApartDeps & {
  /** Returns the worktree of a chat; undefined where there is none, or it can't be read. */
  worktreeOf: (id: WorkspaceId) => Promise<OpenWorktree | undefined>;
  folderOf: (id: WorkspaceId) => ChatFolder;
  trustOf: (folder: string) => Promise<FolderTrust>;
  /** Keeps contents of files of a folder, to be written later; false where there is no git for that. */
  keep: (root: string, paths: readonly string[]) => Promise<unknown>;
  acts: GitActs;
};

/** What was offered to be merged; `key` is the call's. */
type Merge = { key: string; ours: string; theirs: string };

/** The call that the card is shown for, or what is in the way. */
type BroughtIn = { ok: true; toolCallId: ToolCallId } | { ok: false; problem: string };

/** Brings what chats have changed in their worktrees back to where these were begun. */
export class BringBack {
  readonly #deps: BringBackDeps;
  readonly #chats = createKeyedMutex();
  readonly #merging = createMutex();
  readonly #merges: RunOnce<MergeEnd>;

  constructor(deps: BringBackDeps) {
    this.#deps = deps;
    this.#merges = deps.acts.runs.ofKind();
  }

  /** Looks at what can be done with the changes of a chat's worktree; undefined where there is none to be read. */
  async offer(id: WorkspaceId): Promise<BringBackOffer | undefined> {
    const worktree = await this.#deps.worktreeOf(id);
    if (worktree === undefined) return undefined;
    const { git, tree, place } = worktree;
    const [changed, uncommitted] = await Promise.all([
      changedPaths(git, tree, place.base),
      countUncommitted(git, tree),
    ]);
    return {
      files: changed.length,
      uncommitted,
      cutOff: this.#deps.acts.cutOff(id),
      merge: await mergeOffer(worktree, { trust: await this.#deps.trustOf(place.origin) }),
    };
  }

  /** Merges the branch of a chat's worktree as it was offered, one after another. */
  merge(id: WorkspaceId, { key, ours, theirs }: Merge): Promise<MergeEnd> {
    const end = this.#merges(id, key, (run) =>
      this.#merging(async () => {
        const { worktreeOf, trustOf, acts } = this.#deps;
        const worktree = await worktreeOf(id);
        if (worktree === undefined) return { type: 'changed' };
        const trust = await trustOf(worktree.place.origin);
        return mergeBranch(worktree, { workspaceId: id, ours, theirs, trust, acts, ...run });
      }),
    );
    return end ?? Promise.resolve({ type: 'busy' });
  }

  /**
   * Shows what a chat has changed in its worktree as one change of the folder that it was begun on, in the place of one that
   * still waits. Nothing is written before the person has decided.
   */
  intoFolder(id: WorkspaceId): Promise<BroughtIn> {
    return this.#chats.run(id, () => this.#intoFolder(id));
  }

  async #intoFolder(id: WorkspaceId): Promise<BroughtIn> {
    const { worktreeOf, actions, queue } = this.#deps;
    const worktree = await worktreeOf(id);
    if (worktree === undefined)
      return refused('The worktree is not there, or belongs to no repository any more.');
    const before = actions.broughtBack(id);
    const waiting = before.filter(({ shown }) => shown.state.type !== 'ended');
    if (waiting.some(({ shown }) => shown.state.type !== 'open'))
      return refused('What you brought back before is being applied right now. Try again in a moment.');
    const found = await this.#compare(id, worktree, before);
    if (!found.ok) return found;
    const same = waiting.find(({ content }) => isDeepStrictEqual(content.files, found.files));
    if (same !== undefined) return { ok: true, toolCallId: same.toolCallId };
    for (const { shown } of waiting) {
      // Decided meanwhile.
      const now = queue.find(id, shown.id);
      if (now?.shown.state.type === 'open') queue.supersede(now);
    }
    return { ok: true, toolCallId: this.#show(id, worktree, found) };
  }

  async #compare(
    id: WorkspaceId,
    { git, tree, place }: OpenWorktree,
    before: readonly StoredEdit[],
  ): Promise<({ ok: true } & Compared) | Extract<BroughtIn, { ok: false }>> {
    const { folderOf, trustOf, keep } = this.#deps;
    const { origin } = place;
    const beginning = await findBeginning(git, origin);
    if (!beginning.ok || beginning.at.commonDir !== place.commonDir)
      return refused(`${origin} does not belong to the repository of this worktree any more.`);
    const { at } = beginning;
    try {
      const filters = (await trustOf(origin)).state === 'trusted';
      const theirs = await commitOfFiles(git, tree, {
        message: `To bring back from ${place.branch}`,
        filters,
      });
      const folder = { ...folderOf(id), path: folderIn(at.root, at), identity: identityOf(origin) ?? null };
      const base = await newestBase(git, { place, ours: at.commit, theirs });
      const broughtBefore = (path: string) => lastBrought(before, path);
      const given = { git, at, folder, base, theirs, filters, broughtBefore, keep };
      const changes = await folderChanges(given);
      if (changes.files.length === 0) return refused(nothingToBring(changes));
      return { ok: true, ...changes, folder };
    } catch (error) {
      if (error instanceof TooMuchChanged)
        return refused(
          `${error.files} files have changed, too many to look through. Commit them, and merge the branch.`,
        );
      if (error instanceof GitFailed) return refused(`Git could not compare the folders. ${error.message}`);
      throw error;
    }
  }

  #show(id: WorkspaceId, { place }: OpenWorktree, { files, leftOut, folder }: Compared): ToolCallId {
    const staged = {
      label: files.length === 1 ? 'Bring back 1 file' : `Bring back ${files.length} files`,
      sourceToolName: 'bring_back',
      preview: {
        type: 'edit' as const,
        files: files.map(fileDiff),
        broughtBack: { into: place.origin, leftOut },
      },
      content: {
        type: 'edit' as const,
        files,
        folder: { path: folder.path, identity: folder.identity },
      },
    };
    return openApart(this.#deps, id, staged).toolCallId;
  }
}

type Compared = FolderChanges & { folder: ChatFolder };

function refused(problem: string): Extract<BroughtIn, { ok: false }> {
  return { ok: false, problem };
}

function nothingToBring({ leftOut }: FolderChanges): string {
  return leftOut.length === 0
    ? 'The folder has all changes of the worktree already.'
    : `Nothing that changed in the worktree can be brought into the folder: ${leftOut.map(({ path }) => path).join(', ')}.`;
}

/**
 * Returns the commit that the changes begin at: where the branch began, or a later one that the folder has by now, as after
 * the branch was merged.
 */
async function newestBase(
  git: OpenWorktree['git'],
  { place, ours, theirs }: { place: OpenWorktree['place']; ours: string; theirs: string },
): Promise<string> {
  const on = { gitDir: place.commonDir };
  try {
    const common = (await git.quietly(on, ['merge-base', ours, theirs])).trim();
    await git.quietly(on, ['merge-base', '--is-ancestor', place.base, common]);
    return common;
  } catch (error) {
    if (error instanceof GitFailed && error.exitCode === 1) return place.base;
    throw error;
  }
}

/**
 * Returns what was brought of a file the last time, so that it does not count as a change of the folder's own. What the person
 * had edited or left out of it is offered again.
 */
function lastBrought(before: readonly StoredEdit[], path: string): Brought | undefined {
  for (const { shown, content } of before.toReversed()) {
    const outcome = outcomeOf(shown.state);
    if (outcome?.type !== 'applied' || outcome.undone) continue;
    const file = content.files.find((one) => one.path === path);
    const isPicked = content.picks?.some((pick) => pick.path === path) ?? false;
    if (file === undefined || (file.proposed !== undefined && !isPicked)) continue;
    if (file.blobs) return { content: file.after, blobs: true };
    if (file.brought !== undefined) return { content: file.brought, blobs: false };
  }
  return undefined;
}
