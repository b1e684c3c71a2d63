import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { everyProtection, protectionsOf } from '../../../shared/files/protected-files.ts';
import type { LeftOut, WhyLeftOut } from '../../../shared/previews/preview.ts';
import type { ChatFolder } from '../../folder/chat-folder.ts';
import { contentNow, largestBlob, textOrOther, ToolError } from '../../folder/file-content.ts';
import type { WorkspacePath } from '../../folder/workspace-path.ts';
import { fileAsItIs, writableFile } from '../../folder/writable-file.ts';
import { ontoFileNow } from '../../previews/edits/merge-edits.ts';
import type { StagedFile } from '../../storage/action-store.ts';
import type { PersonGit } from '../person-git.ts';
import type { Beginning } from '../repository.ts';
import { checkedOut } from './checked-out.ts';
import { sameNames } from './same-names.ts';
import { type TreeChange, treeChanges } from './tree-changes.ts';

/** The content of a file of the worktree when it was brought back, as in `StagedFile`. */
export type Brought = { content: string | null; blobs: boolean };

type IntoFolder = {
  git: PersonGit;
  /** The repository around the folder. */
  at: Beginning;
  folder: ChatFolder;
  /** The commit that the changes begin at, and the one with the files of the worktree. */
  base: string;
  theirs: string;
  /** True where filters of the folder may run. */
  filters: boolean;
  /** Returns what of a file was brought into the folder before; undefined where it never was. */
  broughtBefore: (path: string) => Brought | undefined;
  /** Keeps contents of files of a folder, to be written later. */
  keep: (root: string, paths: readonly string[]) => Promise<unknown>;
};

/** The changes of a worktree as changes of the folder's files as these are now; what the folder has already is no change. */
export type FolderChanges = { files: StagedFile[]; leftOut: LeftOut[] };

/** The most files that are brought at once, which the person is to look through. */
const mostFiles = 1_000;

/** Too much was changed to be shown as one change; `files` are their number. */
export class TooMuchChanged extends Error {
  readonly files: number;

  constructor(files: number) {
    super(`${files} files have changed.`);
    this.files = files;
  }
}

/**
 * Compares a worktree with the folder that it was begun on, by three sides: the commit that it began at, the folder's files
 * as they are, and the worktree's. Contents are as a checkout in the folder would have them. Nothing of the folder is changed.
 */
export async function folderChanges(given: IntoFolder): Promise<FolderChanges> {
  const { git, at, base, theirs } = given;
  const found = await treeChanges(git, at.commonDir, { from: base, to: theirs });
  const leftOut = found.leftOut.map(({ path, why }) => ({ path: fromFolder(path, at), why }));
  const inside = found.changes.filter(({ path }) => isInside(path, at));
  if (inside.length > mostFiles) throw new TooMuchChanged(inside.length);
  const due: TreeChange[] = [];
  const known: Known = {
    notCheckedOut: await sparsePaths(git, at),
    sameNames: (await ignoresCase(git, at)) ? sameNames(found.changes.map(({ path }) => path)) : new Set(),
    large: await largeContents(git, at, found.changes),
  };
  for (const change of found.changes) {
    const why = await whyNotInFolder(given, change, known);
    if (why === undefined) due.push(change);
    else leftOut.push({ path: fromFolder(change.path, at), why });
  }
  const sides = await mkdtemp(join(tmpdir(), 'parley-sides-'));
  try {
    const files: StagedFile[] = [];
    for (const side of await sidesOf(given, due, sides)) {
      const file = await ontoFolder(given, side);
      if (file === null) continue;
      if ('why' in file) leftOut.push(file);
      else files.push(file);
    }
    return withoutTornPaths(files, leftOut);
  } finally {
    await rm(sides, { recursive: true, force: true });
  }
}

/** Keeps files whose place something else is to take that is left out: one without the other would be lost. */
function withoutTornPaths(files: readonly StagedFile[], leftOut: readonly LeftOut[]): FolderChanges {
  const isTorn = ({ path, after }: StagedFile) =>
    after === null &&
    leftOut.some((other) => other.path.startsWith(`${path}/`) || path.startsWith(`${other.path}/`));
  const all = [...leftOut, ...files.filter(isTorn).map(({ path }) => ({ path, why: 'blocked' as const }))];
  return {
    files: files.filter((file) => !isTorn(file)),
    leftOut: all.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

/** Returns the path of a file from the folder on; it begins with `../` outside of that. */
function fromFolder(path: string, { below }: Beginning): string {
  return posix.relative(below, path);
}

function isInside(path: string, at: Beginning): boolean {
  return !fromFolder(path, at).startsWith('../');
}

/** Returns the paths that a sparse checkout leaves out. */
async function sparsePaths(git: PersonGit, at: Beginning): Promise<ReadonlySet<string>> {
  const listed = await git.quietly(at, ['ls-files', '-t', '-z']);
  return new Set(listed.split('\0').flatMap((entry) => (entry.startsWith('S ') ? [entry.slice(2)] : [])));
}

/** True where two files whose names differ in capitals are the same file in the folder: git finds that out as it makes a repository. */
async function ignoresCase(git: PersonGit, { root }: Beginning): Promise<boolean> {
  return (await git.look(root, 'config', '--type=bool', '--get', 'core.ignorecase'))?.trim() === 'true';
}

/** Returns the contents that are too large to be brought, by their names. They are written nowhere. */
async function largeContents(
  git: PersonGit,
  at: Beginning,
  changes: readonly TreeChange[],
): Promise<ReadonlySet<string>> {
  const names = changes.flatMap(({ before, after }) => [before, after]).filter((name) => name !== null);
  const input = names.map((name) => `${name}\n`).join('');
  const sizes = await git.quietly(at, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], { input });
  const lines = sizes.split('\n').map((line) => line.split(' '));
  return new Set(lines.flatMap(([name = '', size]) => (Number(size) > largestBlob ? [name] : [])));
}

/** What is known of the changed files before any of them is read. */
type Known = {
  notCheckedOut: ReadonlySet<string>;
  sameNames: ReadonlySet<string>;
  /** Names of contents. */
  large: ReadonlySet<string>;
};

async function whyNotInFolder(
  { at, folder }: IntoFolder,
  { path, before, after }: TreeChange,
  known: Known,
): Promise<WhyLeftOut | undefined> {
  const inside = fromFolder(path, at);
  if (!isInside(path, at)) return 'outside';
  if (known.notCheckedOut.has(path)) return 'sparse';
  // One would be written over the other.
  if (known.sameNames.has(path)) return 'name';
  if ([before, after].some((content) => content !== null && known.large.has(content))) return 'large';
  try {
    const place = await writableFile(folder, inside);
    if (place.shown !== inside) return 'name';
    const down = await folder.ignores.downTo(place, false, new AbortController().signal);
    return 'ignored' in down ? 'ignored' : undefined;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return 'blocked';
  }
}

/** A changed file with the folders that have it before and after, as the folder would. */
type Side = { path: string; before: string | null; after: string | null };

async function sidesOf(
  { git, at, base, theirs, filters }: IntoFolder,
  due: readonly TreeChange[],
  into: string,
): Promise<Side[]> {
  const pathsOf = (side: 'before' | 'after') => due.filter((change) => change[side]).map(({ path }) => path);
  const before = await checkedOut(git, at, { commit: base, paths: pathsOf('before'), into, filters });
  const after = await checkedOut(git, at, { commit: theirs, paths: pathsOf('after'), into, filters });
  return due.map((change) => ({
    path: change.path,
    before: change.before ? join(before, change.path) : null,
    after: change.after ? join(after, change.path) : null,
  }));
}

/** Returns the change of a file as it is in the folder now, null where nothing is left to change, or why it stays behind. */
async function ontoFolder(given: IntoFolder, side: Side): Promise<StagedFile | LeftOut | null> {
  const { folder, at, broughtBefore } = given;
  const path = fromFolder(side.path, at);
  const place = await writableFile(folder, path);
  const [base, theirs, ours] = await Promise.all([
    textOf(side.before),
    textOf(side.after),
    contentNow(place.path, { path }),
  ]);
  if (base === undefined || theirs === undefined || ours === undefined) return ontoBinary(given, side, place);
  if (ours === theirs) return null;
  const before = broughtBefore(path);
  const change = {
    path,
    before: before === undefined || before.blobs ? base : before.content,
    after: theirs,
  };
  const merged = await ontoFileNow(folder, change);
  if (merged.after === merged.before && merged.conflicts === undefined) return null;
  return { ...(await asItIs(place, ours, side.after)), ...merged, ...marksOf(place), brought: theirs };
}

/** The same of a file of which a side is no text, or longer than texts are. */
async function ontoBinary(
  { keep, broughtBefore }: IntoFolder,
  { before: base, after: theirs }: Side,
  place: WorkspacePath,
): Promise<StagedFile | LeftOut | null> {
  const { shown: path, root } = place;
  const of = (file: string | null) => (file === null ? null : contentNow(file, { path, blobs: true }));
  const [began, becomes, is] = await Promise.all([of(base), of(theirs), of(place.path)]);
  const before = broughtBefore(path);
  const was = before?.blobs ? before.content : began;
  if (is === becomes && is !== undefined) return null;
  if (was === undefined || becomes === undefined) return { path, why: 'large' };
  if (is === undefined) return { path, why: 'blocked' };
  if (is !== was) return { path, why: 'both' };
  if (is !== null) await keep(root, [path]);
  if (theirs !== null) await keep(dirname(theirs), [basename(theirs)]);
  return { ...(await asItIs(place, is, theirs)), before: is, after: becomes, blobs: true, ...marksOf(place) };
}

/** Returns what undoing needs of a file as it is now, or the mode of a new one that can be executed. */
export async function asItIs(
  place: WorkspacePath,
  ours: string | null,
  after: string | null,
): Promise<StagedFile> {
  const file = await fileAsItIs(place, ours);
  if (ours !== null || after === null) return file;
  const mode = (await lstat(after)).mode & 0o7777;
  return (mode & 0o111) === 0 ? file : { ...file, mode };
}

/** Returns why a file is protected, where it is. */
export function marksOf({ shown, asked }: WorkspacePath): Pick<StagedFile, 'marks'> {
  const found = new Set(protectionsOf(shown, asked));
  const marks = everyProtection.filter((mark) => found.has(mark));
  return marks.length > 0 ? { marks } : {};
}

async function textOf(file: string | null): Promise<string | null | undefined> {
  return file === null ? null : textOrOther(file, file);
}
