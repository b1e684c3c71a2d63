import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitEnd, WhyNoCommit } from '../../../shared/contract/commit-contract.ts';
import type { PersonGit, WorkTree } from '../person-git.ts';
import type { ProgramEnd } from '../program-end.ts';
import { removeLocks } from './cut-off-locks.ts';
import type { Uncommitted } from './commit-offer.ts';
import type { GitRun } from './git-runs.ts';

type Commit = GitRun & {
  message: string;
  take: Pick<Uncommitted, 'files' | 'untracked'>;
  /** When it began, in milliseconds since 1970. */
  begunAt: number;
};

/**
 * Commits exactly these files as they are in a trusted work tree, by the person's git with its hooks, author and signing.
 * Where that fails the index is as it was before.
 */
export async function commitFiles(
  git: PersonGit,
  tree: WorkTree,
  { message, take, begunAt, stop, output }: Commit,
): Promise<CommitEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-commit-'));
  const list = (paths: readonly string[]) => paths.map((path) => `${path}\0`).join('');
  try {
    const [all, untracked, written] = [
      join(folder, 'all'),
      join(folder, 'untracked'),
      join(folder, 'message'),
    ];
    await writeFile(written, message);
    await writeFile(all, list(take.files.map(({ path }) => path)));
    await writeFile(untracked, list(take.untracked));
    const identity = await git.act(tree, ['var', 'GIT_COMMITTER_IDENT'], { trusted: true, stop });
    if (identity.code !== 0 && !stop.aborted)
      return { type: 'failed', why: { type: 'identity' }, said: identity.said };
    const before = await git.commitAt(tree, 'HEAD');
    await knowOf(git, tree, { untracked, known: take.untracked.length > 0 });
    const named = ['--pathspec-file-nul', `--pathspec-from-file=${all}`];
    // A long one is too much for an argument.
    const args = ['--literal-pathspecs', 'commit', '--only', `--file=${written}`, ...named];
    const end = await git.act(tree, args, { trusted: true, stop, output });
    const commit = await git.commitAt(tree, 'HEAD');
    // A hook that runs after it, or the end of git, takes back no commit.
    if (commit !== undefined && commit !== before) {
      const subject = await git.quietly(tree, ['log', '-1', '--format=%s', commit]);
      return { type: 'committed', commit, subject: subject.trim(), said: end.said };
    }
    if (end.code === null) await removeLocks(tree, { since: begunAt, refs: [] });
    if (take.untracked.length > 0)
      await git.quietly(tree, [...reset, ...named.slice(0, 1), `--pathspec-from-file=${untracked}`]);
    if (stop.aborted) return { type: 'stopped', said: end.said };
    return { type: 'failed', why: await whyFailed(git, tree, end), said: end.said };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const reset = ['--literal-pathspecs', 'reset', '--quiet'];

/** Makes files known to git, without their content: it commits no others by their names. */
async function knowOf(
  git: PersonGit,
  tree: WorkTree,
  { untracked, known }: { untracked: string; known: boolean },
): Promise<void> {
  if (!known) return;
  const add = ['--literal-pathspecs', 'add', '--sparse', '--intent-to-add', '--pathspec-file-nul'];
  await git.quietly(tree, [...add, `--pathspec-from-file=${untracked}`]);
}

async function whyFailed(git: PersonGit, tree: WorkTree, { code }: ProgramEnd): Promise<WhyNoCommit> {
  const lock = join(tree.gitDir, 'index.lock');
  if (existsSync(lock)) return { type: 'locked', lock };
  // Git ends with 1 where a hook says no, and with 128 where it fails itself.
  if (code === 1) return { type: 'hook' };
  const signs = await git.look(tree.root, 'config', '--type=bool', '--get', 'commit.gpgSign');
  return { type: signs?.trim() === 'true' ? 'signing' : 'other' };
}

/**
 * Takes back what is left of a commit that was cut off, once its git is gone, and returns that commit where it was made;
 * `head` was checked out before.
 */
export async function settledCommit(
  git: PersonGit,
  tree: WorkTree,
  { head, begunAt }: { head: string; begunAt: number },
): Promise<string | undefined> {
  await removeLocks(tree, { since: begunAt, refs: [] });
  const commit = await git.commitAt(tree, 'HEAD');
  if (commit !== undefined && (await git.commitAt(tree, `${commit}^`)) === head) return commit;
  const known = await git.quietly(tree, ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=A']);
  if (known !== '')
    await git.quietly(tree, [...reset, '--pathspec-file-nul', '--pathspec-from-file=-'], { input: known });
  return undefined;
}
