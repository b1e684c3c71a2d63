import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonGit, WorkTree } from './person-git.ts';

/**
 * Returns which files with a filter nobody has written since git did, though it finds them changed, with the names of
 * their contents in the index. Git reads a file that may have changed in the second in which its index was written
 * (racy-git.txt), and without the filter that made it, that one always differs. Here all that the index knows of it is
 * compared, times to the nanosecond.
 */
export async function untouchedFiles(
  git: PersonGit,
  tree: WorkTree,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const filtered = await filteredOf(git, tree, paths);
  if (filtered.size === 0) return new Map();
  const listed = await git.quietly(tree, ['ls-files', '-z', '--stage', '--debug']);
  const untouched = new Map<string, string>();
  for (const entry of listed.matchAll(indexEntry)) {
    const { path = '', blob = '' } = entry.groups ?? {};
    if (filtered.has(path) && (await isAsKnown(join(tree.root, path), entry.groups ?? {})))
      untouched.set(path, blob);
  }
  return untouched;
}

/** Returns those of some paths that have a filter. */
async function filteredOf(git: PersonGit, tree: WorkTree, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const input = paths.map((path) => `${path}\0`).join('');
  const fields = (await git.quietly(tree, ['check-attr', '-z', '--stdin', 'filter'], { input })).split('\0');
  return new Set(
    fields.filter((_, at) => at % 3 === 0 && !['unspecified', 'unset', undefined].includes(fields[at + 2])),
  );
}

/** An entry as git-ls-files(1) prints it. */
const indexEntry =
  /\d+ (?<blob>[0-9a-f]+) 0\t(?<path>[^\0]+)\0 {2}ctime: (?<ctime>\d+:\d+)\n {2}mtime: (?<mtime>\d+:\d+)\n {2}dev: \d+\tino: (?<ino>\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (?<size>\d+)\tflags: [0-9a-f]+\n/g;

async function isAsKnown(
  file: string,
  { ctime, mtime, ino, size }: Record<string, string | undefined>,
): Promise<boolean> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  if (stats === undefined || mtime === undefined || ctime === undefined) return false;
  // A file system, or a git, that knows whole seconds only.
  if (ctime.endsWith(':0') && mtime.endsWith(':0')) return false;
  return (
    timeText(stats.ctimeNs) === ctime &&
    timeText(stats.mtimeNs) === mtime &&
    // The index has 32 bits of each.
    String(BigInt.asUintN(32, stats.ino)) === ino &&
    String(BigInt.asUintN(32, stats.size)) === size
  );
}

const second = 1_000_000_000n;

function timeText(ns: bigint): string {
  return `${ns / second}:${ns % second}`;
}
