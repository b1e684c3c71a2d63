import { blobName } from '../folder/file-content.ts';
import type { StagedFile } from '../storage/action-store.ts';

/**
 * A change of a file as an agent gave it: the whole text or a piece of it before and after, null where there is no file.
 * Paths are relative to the folder.
 */
export type GivenText = { path: string; before: string | null; after: string | null };

/**
 * The changes of files that one call gave. Agents give the same change more than once, first as they mean to make it and
 * then as they say it came out: `ways` are these, the newest first. A file of `moves` may have been moved there.
 */
export type GivenChanges = {
  ways: readonly (readonly GivenText[])[];
  moves: readonly { from: string; to: string }[];
};

/** Returns the paths that calls name as changed. */
export function pathsGiven(given: readonly GivenChanges[]): ReadonlySet<string> {
  return new Set(given.flatMap(({ ways }) => ways.flat().map(({ path }) => path)));
}

/**
 * Returns a test whether a change of a file is what an agent gave: the changes that its calls gave, made one after the
 * other on the file as it was before, come to the file as it is after. `changed` are all changes between two snapshots.
 */
export function givenBy(
  given: readonly GivenChanges[],
  changed: readonly StagedFile[],
): (file: StagedFile) => boolean {
  const byPath = new Map(changed.map((file) => [file.path, file]));
  const moves = given
    .flatMap((call) => call.moves)
    .flatMap(({ from, to }) => {
      const [source, target] = [byPath.get(from), byPath.get(to)];
      return source !== undefined && target !== undefined && isMoved(given, source, target) ? [from, to] : [];
    });
  const moved = new Set(moves);
  return (file) => moved.has(file.path) || comesTo(file, file.before, given);
}

/** True where one file is gone and the other is new and has its content, or what was made of that on the way. */
function isMoved(given: readonly GivenChanges[], source: StagedFile, target: StagedFile): boolean {
  if (source.before === null || source.after !== null) return false;
  if (target.before !== null || target.after === null) return false;
  if (contentName(source, source.before) === contentName(target, target.after)) return true;
  return !source.blobs && comesTo(target, source.before, given);
}

/** Agents give lines without saying how they end, and some a file that they delete as one without text. */
function comesTo(
  { path, after, blobs }: StagedFile,
  before: string | null,
  given: readonly GivenChanges[],
): boolean {
  const calls = given
    .map(({ ways }) => ways.map((way) => way.filter((change) => change.path === path)))
    .filter((ways) => ways.some((way) => way.length > 0));
  if (calls.length === 0) return false;
  if (blobs) return after === null && calls.at(-1)?.some((way) => way.at(-1)?.after === null) === true;
  let text = unixLines(before);
  for (const ways of calls) text = afterCall(text, ways);
  return text === unixLines(after) || (text === '' && after === null);
}

/** Makes the changes of a call in the newest way that fits the text. Where none does, it stays as it is. */
function afterCall(text: string | null, ways: readonly (readonly GivenText[])[]): string | null {
  for (const way of ways) {
    if (way.length === 0) continue;
    const made = way.reduce<string | null | undefined>(afterChange, text);
    if (made !== undefined) return made;
  }
  return text;
}

/**
 * Makes one change; undefined where the text has no such piece. One that is there more than once is changed throughout,
 * as agents do where they don't refuse it.
 */
function afterChange(text: string | null | undefined, change: GivenText): string | null | undefined {
  if (text === undefined) return undefined;
  const [before, after] = [unixLines(change.before), unixLines(change.after)];
  if (after === null || before === null || before === '' || before === text) return after;
  return text?.includes(before) ? text.replaceAll(before, () => after) : undefined;
}

function unixLines(text: string | null): string | null {
  return text?.replaceAll('\r\n', '\n') ?? null;
}

function contentName({ blobs }: StagedFile, content: string): string {
  return blobs ? content : blobName(Buffer.from(content));
}
