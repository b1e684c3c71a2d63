import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ChatChange, ChatChanges, WithoutLines } from '../../shared/contract/chat-changes.ts';
import { openRegular } from '../folder/file-content.ts';
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

type ReadChange = { change: RawChange; old: Side; now: Side };

/**
 * Returns what is different in a work tree from a commit, new files included and ignored ones not. Nothing of the work tree,
 * its index or its repository is changed.
 */
export async function changesSince(
  git: PersonGit,
  tree: WorkTree,
  base: string,
): Promise<Omit<ChatChanges, 'below'>> {
  const all = await changed(git, tree, base);
  const listed = all.slice(0, mostFiles);
  const names = listed.filter(hadText).map(({ blob }) => blob);
  const before = await git.blobs(tree, base, { names, longest: longestText });
  const read: ReadChange[] = [];
  let room = mostText;
  for (const change of listed) {
    const [old, now] = [sideBefore(change, before), await sideAfter(tree, change)];
    const size = sizeOf(old) + sizeOf(now);
    read.push({ change, ...(room < size ? { old: many, now: many } : { old, now }) });
    room -= Math.min(room, size);
  }
  const compared = await asCheckedIn(git, tree, read);
  return {
    base,
    files: compared.flatMap(({ change, old, now }) =>
      isSame(old, now) && change.modeBefore === change.modeAfter ? [] : [shown(change, old, now)],
    ),
    more: all.length - listed.length,
  };
}

/** Returns the paths of what is different in a work tree from a commit, as `changesSince` does. */
export async function changedPaths(git: PersonGit, tree: WorkTree, base: string): Promise<string[]> {
  return (await changed(git, tree, base)).map(({ path }) => path);
}

async function changed(git: PersonGit, tree: WorkTree, base: string): Promise<RawChange[]> {
  const diff = ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--ignore-submodules=none', base, '--'];
  const [tracked, others] = await Promise.all([
    git.quietly(tree, diff),
    git.quietly(tree, ['ls-files', '-z', '--others', '--exclude-standard']),
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

async function sideAfter({ root }: WorkTree, { path, modeAfter }: RawChange): Promise<Side> {
  if (modeAfter === modes.none) return null;
  if (modeAfter === modes.repository || path.endsWith('/')) return { without: 'repository' };
  if (modeAfter === modes.link) return { without: 'link' };
  const opened = await openRegular(join(root, path)).catch(() => null);
  // Deleted since git looked, or not to be read.
  if (opened === null) return null;
  if ('kind' in opened) return { without: 'link' };
  const { handle, size } = opened;
  try {
    return size > longestText ? { without: 'large' } : textOf(await handle.readFile());
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
      ? [{ path, text: now.text.replaceAll('\r\n', '\n'), algorithm: blob.length === 64 ? 'sha256' : 'sha1' }]
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
      .filter(({ text, algorithm }, at) => blobName(text, algorithm) === names[at])
      .map(({ path, text }) => [path, text]),
  );
  return changes.map((one) => {
    const text = byPath.get(one.change.path);
    return text === undefined ? one : { ...one, now: { text } };
  });
}

/** Returns the name that git gives a content, git-hash-object(1). */
function blobName(text: string, algorithm: string): string {
  const bytes = Buffer.from(text);
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
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

function shown(change: RawChange, before: Side, after: Side): ChatChange {
  for (const side of [before, after])
    if (side !== null && 'without' in side) return bare(change, side.without);
  const [old, now] = [before, after].map((side) => (side !== null && 'text' in side ? side.text : null));
  if (old === now) return bare(change, 'mode');
  return fileDiff({ path: change.path, before: old ?? null, after: now ?? null });
}

function bare({ path, modeBefore, modeAfter }: RawChange, withoutLines: WithoutLines): ChatChange {
  const change = modeBefore === modes.none ? 'created' : modeAfter === modes.none ? 'deleted' : 'changed';
  return { path: path.replace(/\/$/, ''), change, hunks: [], withoutLines };
}
