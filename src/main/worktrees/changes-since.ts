import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ChatChange, ChatChanges, WithoutLines } from '../../shared/contract/chat-changes.ts';
import { blobName, openRegular } from '../folder/file-content.ts';
import { fileDiff } from '../folder/file-diff.ts';
import type { PersonGit, WorkTree } from './person-git.ts';
import { untouchedFiles } from './untouched-files.ts';

/** The most files that are listed. */
const mostFiles = 1_000;

/** The longest text whose lines are compared, and the most of all such texts, in bytes. */
const [longestText, mostText] = [1_000_000, 16_000_000];

/** One entry of git's raw format: modes are 0 where there is no file; the blobs are the names of the contents. */
export type RawChange = {
  path: string;
  modeBefore: string;
  modeAfter: string;
  blob: string;
  /** All zeros where git has not looked. */
  blobAfter: string;
};

/** A side of a change: its text, why it has none, or null where there is no file. */
type Side = { text: string } | { without: WithoutLines } | null;

const many: Side = { without: 'many' };

/** A change with both sides; `content` is git's name of what is on the disk, empty for what was not read. */
type ReadChange = { change: RawChange; old: Side; now: Side; content: string };

/**
 * Returns what is different in a work tree from a commit, new files included and ignored ones not; of `only` that file, where
 * it is given. Nothing of the work tree, its index or its repository is changed.
 */
export async function changesSince(
  git: PersonGit,
  tree: WorkTree,
  base: string,
  only?: string,
): Promise<Omit<ChatChanges, 'below'>> {
  const all = await changed(git, tree, base, only);
  const listed = all.slice(0, mostFiles);
  const names = listed.filter(hadText).map(({ blob }) => blob);
  const [before, after] = await Promise.all([
    git.blobs(tree, base, { names, longest: longestText }),
    sidesAfter(tree, listed),
  ]);
  const read: ReadChange[] = [];
  let room = mostText;
  for (const { change, side: now, content } of after) {
    const old = sideBefore(change, before);
    const size = sizeOf(old) + sizeOf(now);
    read.push({ change, content, ...(room < size ? { old: many, now: many } : { old, now }) });
    room -= Math.min(room, size);
  }
  const compared = await asCheckedIn(git, tree, read);
  return {
    base,
    files: compared.flatMap((one) =>
      isSame(one.old, one.now) && one.change.modeBefore === one.change.modeAfter ? [] : [shown(one, base)],
    ),
    more: all.length - listed.length,
  };
}

/** Returns the paths of what is different in a work tree from a commit, as `changesSince` does. */
export async function changedPaths(git: PersonGit, tree: WorkTree, base: string): Promise<string[]> {
  return (await changed(git, tree, base)).map(({ path }) => path);
}

async function changed(git: PersonGit, tree: WorkTree, base: string, only?: string): Promise<RawChange[]> {
  const diff = ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--ignore-submodules=none', base];
  const within = only === undefined ? [] : [`:(top,literal)${only}`];
  const [tracked, others] = await Promise.all([
    git.quietly(tree, [...diff, '--', ...within]),
    git.quietly(tree, ['ls-files', '-z', '--others', '--exclude-standard', '--', ...within]),
  ]);
  // A file that was only taken out of the index is listed by both.
  const byPath = new Map(rawChanges(tracked).map((change) => [change.path, change]));
  for (const path of others.split('\0').filter((name) => name !== ''))
    byPath.set(path, { ...newFile(path), ...byPath.get(path), modeAfter: modes.file });
  const written = [...byPath.values()].filter(({ modeBefore, modeAfter }) => modeBefore === modeAfter);
  const untouched = await untouchedFiles(
    git,
    tree,
    written.map(({ path }) => path),
  );
  for (const { path, blob } of written) if (untouched.get(path) === blob) byPath.delete(path);
  return [...byPath.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Modes of git's raw format. */
export const modes = { none: '000000', file: '100644', link: '120000', repository: '160000' };

function newFile(path: string): RawChange {
  return { path, modeBefore: modes.none, modeAfter: modes.file, blob: '', blobAfter: '' };
}

/** Reads `:<mode before> <mode after> <blob before> <blob after> <status>\0<path>\0…`, git-diff(1). */
export function rawChanges(output: string): RawChange[] {
  const fields = output.split('\0');
  return fields.flatMap((head, index) => {
    const [, modeBefore, modeAfter, blob, blobAfter] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*$/.exec(head) ?? [];
    const path = fields[index + 1];
    const isHead = index % 2 === 0 && modeBefore !== undefined && modeAfter !== undefined;
    return isHead && blob !== undefined && blobAfter !== undefined && path !== undefined
      ? [{ path, modeBefore, modeAfter, blob, blobAfter }]
      : [];
  });
}

function hadText({ modeBefore }: RawChange): boolean {
  return ![modes.none, modes.link, modes.repository].includes(modeBefore);
}

function sideBefore({ modeBefore, blob }: RawChange, blobs: ReadonlyMap<string, Buffer | 'large'>): Side {
  switch (modeBefore) {
    case modes.none:
      return null;
    case modes.link:
      return { without: 'link' };
    case modes.repository:
      return { without: 'repository' };
    default:
      return textOf(blobs.get(blob) ?? 'missing');
  }
}

type ChangeAfter = { change: RawChange; side: Side; content: string };

/** How many files are read at once. */
const atOnce = 32;

async function sidesAfter(tree: WorkTree, changes: readonly RawChange[]): Promise<ChangeAfter[]> {
  const read: ChangeAfter[] = [];
  let size = 0;
  for (let at = 0; at < changes.length; at += atOnce) {
    const isFull = size > mostText;
    const next = await Promise.all(
      changes
        .slice(at, at + atOnce)
        .map(async (change) => ({ change, ...(await sideAfter(tree, change, isFull)) })),
    );
    read.push(...next);
    size += next.reduce((sum, { side }) => sum + sizeOf(side), 0);
  }
  return read;
}

/** `isFull` where no text has room any more. */
async function sideAfter(
  { root }: WorkTree,
  { path, modeAfter }: RawChange,
  isFull: boolean,
): Promise<Omit<ChangeAfter, 'change'>> {
  const unread = (side: Side) => ({ side, content: '' });
  if (modeAfter === modes.none) return unread(null);
  if (modeAfter === modes.repository || path.endsWith('/')) return unread({ without: 'repository' });
  if (modeAfter === modes.link) return unread({ without: 'link' });
  const opened = await openRegular(join(root, path)).catch(() => null);
  // Deleted since git looked, or not to be read.
  if (opened === null) return unread(null);
  if ('kind' in opened) return unread({ without: 'link' });
  const { handle, size } = opened;
  try {
    if (size > longestText) return unread({ without: 'large' });
    if (isFull) return unread(many);
    const bytes = await handle.readFile();
    return { side: textOf(bytes), content: blobName(bytes) };
  } finally {
    await handle.close();
  }
}

/**
 * Returns the changes with `\n` for `\r\n` in texts that git would check in like that, as by `core.autocrlf`: else every
 * line of them would differ.
 */
async function asCheckedIn(
  git: PersonGit,
  tree: WorkTree,
  changes: readonly ReadChange[],
): Promise<readonly ReadChange[]> {
  const texts = changes.flatMap(({ change: { path, blob }, old, now }) =>
    old !== null && now !== null && 'text' in now && now.text.includes('\r\n') && !/^"|\n/.test(path)
      ? [{ path, text: now.text.replaceAll('\r\n', '\n'), sha256: blob.length === 64 }]
      : [],
  );
  if (texts.length === 0) return changes;
  const input = texts.map(({ path }) => `${path}\n`).join('');
  // Deleted since they were read: they are compared as they were.
  const names = (await git.quietly(tree, ['hash-object', '--stdin-paths'], { input }).catch(() => '')).split(
    '\n',
  );
  const byPath = new Map(
    texts
      .filter(({ text, sha256 }, at) => blobName(Buffer.from(text), sha256 ? 'sha256' : 'sha1') === names[at])
      .map(({ path, text }) => [path, text]),
  );
  return changes.map((one) => {
    const text = byPath.get(one.change.path);
    return text === undefined ? one : { ...one, now: { text } };
  });
}

function textOf(bytes: Buffer | 'large' | 'missing'): Side {
  if (typeof bytes === 'string') return { without: bytes };
  if (bytes.includes(0)) return { without: 'binary' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { without: 'binary' };
  }
}

function isSame(one: Side, other: Side): boolean {
  if (one === null || other === null) return one === other;
  return 'text' in one && 'text' in other && one.text === other.text;
}

function sizeOf(side: Side): number {
  return side !== null && 'text' in side ? side.text.length : 0;
}

function shown(read: ReadChange, base: string): ChatChange {
  const diff = diffOf(read);
  const canDrop = diff.withoutLines === undefined || diff.withoutLines === 'binary';
  const { path, modeBefore, modeAfter, blob } = read.change;
  const about = JSON.stringify([base, path, modeBefore, modeAfter, blob, read.content, diff]);
  return { ...diff, fingerprint: canDrop ? createHash('sha256').update(about).digest('hex') : null };
}

function diffOf({ change, old: before, now: after }: ReadChange): Omit<ChatChange, 'fingerprint'> {
  const sides = [before, after];
  const without = sides.flatMap((side) => (side !== null && 'without' in side ? [side.without] : []));
  const why = without.find((one) => one !== 'binary') ?? without[0];
  if (why !== undefined) return bare(change, why);
  const [old, now] = sides.map((side) => (side !== null && 'text' in side ? side.text : null));
  if (old === now) return bare(change, 'mode');
  return fileDiff({ path: change.path, before: old ?? null, after: now ?? null });
}

function bare(
  { path, modeBefore, modeAfter }: RawChange,
  withoutLines: WithoutLines,
): Omit<ChatChange, 'fingerprint'> {
  const change = modeBefore === modes.none ? 'created' : modeAfter === modes.none ? 'deleted' : 'changed';
  return { path: path.replace(/\/$/, ''), change, hunks: [], withoutLines };
}
