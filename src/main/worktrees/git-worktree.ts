import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import type { WhyLeft } from '../../shared/worktrees/worktree-offer.ts';
import type { KeptWork, PlacedWorktree } from '../storage/worktree-store.ts';
import { commitOfFiles } from './keep-files.ts';
import type { PersonGit, WorkTree } from './person-git.ts';
import type { ProgramEnd } from './program-end.ts';
import { repositoriesWithin } from './repositories-within.ts';
import { countUncommitted } from './repository.ts';

/** What came of making a worktree. A hook that fails after that leaves it as it is; `said` are git's words. */
export type Added = { ok: true; tree: WorkTree; hookSaid: string | null } | { ok: false; said: string };

/** The file in git's entry of a worktree with its id. The entry keeps it where git moves the worktree. */
const idFile = 'parley-worktree';

/** Makes a worktree on a new branch that begins at a commit. Git takes back by itself what it could not finish; `stop` ends it. */
export async function addWorktree(
  git: PersonGit,
  place: PlacedWorktree,
  { id, start, trusted, stop }: { id: string; start: string; trusted: boolean; stop: AbortSignal },
): Promise<Added> {
  const { originRoot, originGit, root, branch } = place;
  const from = { root: originRoot, gitDir: originGit };
  const { code, said }: ProgramEnd = await git.act(
    from,
    ['worktree', 'add', '-b', branch, '--', root, start],
    {
      trusted,
      stop,
    },
  );
  const gitDir = await gitDirOf(root);
  if (gitDir === undefined || code === null) return { ok: false, said };
  await writeFile(join(gitDir, idFile), id);
  return { ok: true, tree: { root, gitDir }, hookSaid: code === 0 ? null : said };
}

/** Returns the git folder of a worktree; undefined where it is none, or its repository is not there. */
export async function gitDirOf(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, '.git'), 'utf8').catch(() => '');
  const [, named] = /^gitdir: (.+)$/m.exec(text) ?? [];
  if (named === undefined) return undefined;
  const gitDir = resolve(root, named);
  return existsSync(join(gitDir, 'HEAD')) ? gitDir : undefined;
}

/** Returns the git folder of a worktree that is where it was made, and one of its repository's; undefined otherwise. */
export async function ownGitDir({ root, commonDir }: PlacedWorktree): Promise<string | undefined> {
  const gitDir = await gitDirOf(root);
  const isOwn = gitDir !== undefined && (await isSame(dirname(gitDir), join(commonDir, 'worktrees')));
  return isOwn ? gitDir : undefined;
}

/** Returns where git has moved the worktree with an id; undefined where it knows of none there. */
export async function movedTo({ commonDir }: PlacedWorktree, id: string): Promise<string | undefined> {
  const entries = join(commonDir, 'worktrees');
  for (const name of await readdir(entries).catch(() => [])) {
    const entry = join(entries, name);
    const read = (file: string) => readFile(join(entry, file), 'utf8').catch(() => '');
    if ((await read(idFile)) !== id) continue;
    const root = dirname(resolve(entry, (await read('gitdir')).trim()));
    const gitDir = await gitDirOf(root);
    if (gitDir !== undefined && (await isSame(gitDir, entry))) return root;
  }
  return undefined;
}

/** What of a worktree may be removed: all of it, only its branch where it is `gone`, or nothing. */
export type Removable =
  | { type: 'tree'; tree: WorkTree }
  | { type: 'gone' }
  | { type: 'left'; root: string; why: WhyLeft };

/** Finds out what may be removed of the worktree with an id that was made in `folder`: only what is shown to be it. */
export async function removable(
  git: PersonGit,
  place: PlacedWorktree,
  { id, folder }: { id: string; folder: string },
): Promise<Removable> {
  const { root } = place;
  const left = (why: WhyLeft, at = root): Removable => ({ type: 'left', root: at, why });
  const way = relative(folder, root);
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way)
    return left({ type: 'elsewhere' });
  try {
    const stats = await lstat(root);
    const gitDir = await ownGitDir(place);
    if (!stats.isDirectory() || gitDir === undefined) return left({ type: 'unreadable' });
    const tree = { root, gitDir };
    const paths = await repositoriesWithin(git, tree);
    return paths.length > 0 ? left({ type: 'repositories', paths }) : { type: 'tree', tree };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' && !existsSync(root)) {
      const now = await movedTo(place, id);
      return now === undefined ? { type: 'gone' } : left({ type: 'elsewhere' }, now);
    }
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EPERM') return left({ type: 'unreadable' });
    throw error;
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [real, otherReal] = await Promise.all(
    [one, other].map((path) => realpath(path).catch(() => undefined)),
  );
  return real !== undefined && real === otherReal;
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
    const isOfRoot = path !== undefined && resolve(entries, name, path.trim()) === join(root, '.git');
    if (isOfRoot || isCutOff) await rm(join(entries, name), { recursive: true, force: true });
  }
}

/** Deletes the branch of a worktree where all of it is elsewhere too, or in what is `kept`. */
export async function deleteBranch(
  git: PersonGit,
  place: PlacedWorktree,
  kept: readonly string[],
): Promise<void> {
  const on = { gitDir: place.commonDir };
  const tip = await branchTip(git, place);
  if (tip === undefined || (await countOnlyHere(git, place, [tip], kept)) > 0) return;
  // Git refuses where another worktree has it checked out.
  await git.quietly(on, ['branch', '-D', '--', place.branch]).catch(() => '');
}

/** Counts what only a worktree and its branch have; without a work tree, only the branch's commits. */
export async function onlyIn(
  git: PersonGit,
  place: PlacedWorktree,
  tree: WorkTree | undefined,
): Promise<{ files: number; commits: number }> {
  const tips = [await branchTip(git, place), tree && (await git.commitAt(tree, 'HEAD'))];
  const known = tips.filter((tip) => tip !== undefined);
  return {
    files: tree === undefined ? 0 : await countUncommitted(git, tree),
    commits: known.length === 0 ? 0 : await countOnlyHere(git, place, known, []),
  };
}

/** Keeps in one commit what only a worktree and its branch have; undefined where that is nothing. */
export async function keepWork(
  git: PersonGit,
  place: PlacedWorktree,
  { id, tree }: { id: string; tree: WorkTree | undefined },
): Promise<KeptWork | undefined> {
  const { files, commits } = await onlyIn(git, place, tree);
  if (files + commits === 0) return undefined;
  const on = { gitDir: place.commonDir };
  const message = `Kept from ${place.branch}`;
  const commit =
    tree === undefined ? await branchTip(git, place) : await commitOfFiles(git, tree, { message });
  const head = tree === undefined ? commit : await git.commitAt(on, `${commit}^1`);
  if (commit === undefined || head === undefined)
    throw new Error(`There is no commit with the work of ${place.root}.`);
  await git.quietly(on, ['update-ref', '-m', message, keptRef(id), commit]);
  return { head, commit, files, commits };
}

/** The ref under which the work of a removed worktree is kept. */
export function keptRef(id: string): string {
  return `refs/parley/kept/${id}`;
}

/** Returns the commit of a worktree's branch; undefined where there is no such branch, or no longer its repository. */
async function branchTip(git: PersonGit, { commonDir, branch }: PlacedWorktree): Promise<string | undefined> {
  return existsSync(commonDir) ? git.commitAt({ gitDir: commonDir }, `refs/heads/${branch}`) : undefined;
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
