import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { WorktreeLoss } from '../../shared/worktrees/worktree-offer.ts';
import type { KeptWork, PlacedWorktree } from '../storage/worktree-store.ts';
import { commitOfFiles, repositoriesWithin } from './keep-files.ts';
import type { GitEnd, PersonGit, WorkTree } from './person-git.ts';
import { countUncommitted } from './repository.ts';

/** What came of making a worktree. A hook that fails after that leaves it as it is; `said` are git's words. */
export type Added = { ok: true; tree: WorkTree; hookSaid: string | null } | { ok: false; said: string };

/** Makes a worktree on a new branch. Git takes back by itself what it could not finish. */
export async function addWorktree(
  git: PersonGit,
  place: PlacedWorktree,
  how: { trusted: boolean },
): Promise<Added> {
  const { originRoot, originGit, root, branch, base } = place;
  const from = { root: originRoot, gitDir: originGit };
  const { code, said }: GitEnd = await git.act(
    from,
    ['worktree', 'add', '-b', branch, '--', root, base],
    how,
  );
  const gitDir = await gitDirOf(root);
  if (gitDir === undefined || code === null) return { ok: false, said };
  return { ok: true, tree: { root, gitDir }, hookSaid: code === 0 ? null : said };
}

/** Returns the git folder of a worktree; undefined where it is none, or no longer. */
export async function gitDirOf(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, '.git'), 'utf8').catch(() => '');
  const [, gitDir] = /^gitdir: (.+)$/m.exec(text) ?? [];
  return gitDir !== undefined && existsSync(join(gitDir, 'HEAD')) ? gitDir : undefined;
}

/** Removes a worktree with everything in it, whatever state it is in, and what git knows of it. Its branch stays. */
export async function removeWorktree(git: PersonGit, { commonDir, root }: PlacedWorktree): Promise<void> {
  if (existsSync(commonDir))
    await git
      .quietly({ gitDir: commonDir }, ['worktree', 'remove', '--force', '--force', root])
      .catch(() => '');
  await rm(root, { recursive: true, force: true, maxRetries: 3 });
  await forgetWorktree(commonDir, root);
}

/**
 * Removes git's entry of a worktree, which `git worktree prune` leaves where making it was cut off: git locks an entry as
 * its first step, and writes where its worktree is after that.
 */
async function forgetWorktree(commonDir: string, root: string): Promise<void> {
  const entries = join(commonDir, 'worktrees');
  for (const name of await readdir(entries).catch(() => [])) {
    const read = (file: string) => readFile(join(entries, name, file), 'utf8').catch(() => undefined);
    const [path, lock] = await Promise.all([read('gitdir'), read('locked')]);
    const isCutOff = !path?.trim() && lock !== undefined && name.startsWith(basename(root));
    if (path?.trim() === join(root, '.git') || isCutOff)
      await rm(join(entries, name), { recursive: true, force: true });
  }
}

/** Deletes the branch of a worktree where all of it is elsewhere too, or in what is `kept`. */
export async function deleteBranch(
  git: PersonGit,
  place: PlacedWorktree,
  kept: readonly string[],
): Promise<void> {
  const on = { gitDir: place.commonDir };
  const tip = await commitAt(git, on, `refs/heads/${place.branch}`);
  if (tip === undefined || (await countOnlyHere(git, place, [tip], kept)) > 0) return;
  // Git refuses where another worktree has it checked out.
  await git.quietly(on, ['branch', '-D', '--', place.branch]).catch(() => '');
}

/** Returns what would be lost with a worktree and its branch; nothing of files where the worktree is gone. */
export async function lossOf(git: PersonGit, place: PlacedWorktree): Promise<WorktreeLoss> {
  const tree = await treeOf(place);
  const commits = await commitsNowhereElse(git, place, tree);
  if (tree === undefined) return { files: 0, commits, repositories: [] };
  const [files, repositories] = [await countUncommitted(git, tree), await repositoriesWithin(git, tree)];
  return { files, commits, repositories };
}

/** Returns the commit that keeps everything of a worktree and its branch; undefined where nothing would be lost. */
export async function keepWork(
  git: PersonGit,
  place: PlacedWorktree,
  id: string,
): Promise<KeptWork | undefined> {
  const { files, commits } = await lossOf(git, place);
  if (files + commits === 0) return undefined;
  const tree = await treeOf(place);
  const message = `Kept from ${place.branch}`;
  const head =
    tree === undefined
      ? await commitAt(git, { gitDir: place.commonDir }, `refs/heads/${place.branch}`)
      : await commitAt(git, tree, 'HEAD');
  if (head === undefined) return undefined;
  const commit = tree === undefined ? head : await commitOfFiles(git, tree, message);
  await git.quietly({ gitDir: place.commonDir }, ['update-ref', '-m', message, keptRef(id), commit]);
  return { head, commit, files, commits };
}

/** The ref under which the work of a removed worktree is kept. */
export function keptRef(id: string): string {
  return `refs/parley/kept/${id}`;
}

async function treeOf({ root }: PlacedWorktree): Promise<WorkTree | undefined> {
  const gitDir = await gitDirOf(root);
  return gitDir === undefined ? undefined : { root, gitDir };
}

async function commitsNowhereElse(
  git: PersonGit,
  place: PlacedWorktree,
  tree: WorkTree | undefined,
): Promise<number> {
  const tips = [
    await commitAt(git, { gitDir: place.commonDir }, `refs/heads/${place.branch}`),
    tree && (await commitAt(git, tree, 'HEAD')),
  ].filter((tip) => tip !== undefined);
  return tips.length === 0 ? 0 : countOnlyHere(git, place, tips, []);
}

/**
 * Counts the commits that no other branch, tag or remote has, nor what is `kept`, without those that were there when the
 * worktree began.
 */
async function countOnlyHere(
  git: PersonGit,
  { commonDir, branch, base }: PlacedWorktree,
  tips: readonly string[],
  kept: readonly string[],
): Promise<number> {
  const elsewhere = ['--not', base, ...kept, `--exclude=${branch}`, '--branches', '--tags', '--remotes'];
  return Number(await git.quietly({ gitDir: commonDir }, ['rev-list', '--count', ...tips, ...elsewhere]));
}

function commitAt(
  git: PersonGit,
  on: WorkTree | { gitDir: string },
  name: string,
): Promise<string | undefined> {
  return git.quietly(on, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).then(
    (output) => output.trim(),
    () => undefined,
  );
}
