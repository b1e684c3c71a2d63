import type { ChangedFile, KeptReason } from '../../shared/transcript/turn-changes.ts';
import { changedHunks } from '../../shared/previews/text-diff.ts';
import { blobName } from '../folder/file-content.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { KeptFile } from '../storage/turn-change-store.ts';

/** The changes that something made in one go. */
export type ChangeStep = { files: readonly StagedFile[]; kept: readonly KeptFile[] };

type Lines = Pick<ChangedFile, 'added' | 'removed'>;

type KeptNet = {
  type: 'kept';
  path: string;
  why: KeptReason;
  change: ChangedFile['change'];
  lines: Lines;
};

/** A file from its state before all steps to its state after them, or one whose change can't be undone. */
export type NetFile = { type: 'whole'; file: StagedFile } | KeptNet;

/**
 * Joins the steps of a turn, the oldest first, to one change a file, in the order of their paths. A file that is
 * as it was before is left out. Where the end of one step is not the beginning of the next one of its file,
 * somebody else changed it in between, and what is theirs can't be told from what is not.
 */
export function netChanges(steps: readonly ChangeStep[]): NetFile[] {
  const byPath = new Map<string, { steps: StagedFile[]; kept: KeptFile[] }>();
  for (const step of steps) {
    for (const file of step.files) at(byPath, file.path).steps.push(file);
    for (const file of step.kept) at(byPath, file.path).kept.push(file);
  }
  return [...byPath]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, { steps, kept }]) => netOf(path, steps, kept) ?? []);
}

function at<Value>(map: Map<string, { steps: Value[]; kept: KeptFile[] }>, path: string) {
  const found = map.get(path) ?? { steps: [], kept: [] };
  map.set(path, found);
  return found;
}

function netOf(path: string, steps: StagedFile[], kept: readonly KeptFile[]): NetFile | null {
  const [first] = steps;
  const last = steps.at(-1);
  // What gives a file its content back gives it its mode bits back too.
  const [reason] = steps.length === 0 ? kept : kept.filter((one) => one.kept !== 'mode');
  if (first === undefined || last === undefined) return reason === undefined ? null : keptOf(reason, steps);
  const change = changeOf(first.before, last.after);
  if (reason !== undefined) return { ...keptOf(reason, steps), change };
  const isWhole = steps.every((step, index) => {
    const next = steps[index + 1];
    return next === undefined || contentName(step, step.after) === contentName(next, next.before);
  });
  if (!isWhole) return { ...keptOf({ path, change, kept: 'mixed' }, steps), change };
  if (contentName(first, first.before) === contentName(last, last.after)) return null;
  if (first.blobs !== last.blobs) return { ...keptOf({ path, change, kept: 'mixed' }, steps), change };
  const { mode, folders } = first;
  const file: StagedFile = {
    path,
    before: first.before,
    after: last.after,
    ...(mode !== undefined && { mode }),
    ...(folders !== undefined && { folders }),
    ...(first.marks && { marks: first.marks }),
    ...(first.blobs && { blobs: first.blobs }),
  };
  return { type: 'whole', file };
}

function changeOf(before: string | null, after: string | null): ChangedFile['change'] {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'changed';
}

/** The name of a content, the same as git's, however it is kept; null where there is no file. */
function contentName({ blobs }: StagedFile, content: string | null): string | null {
  return content === null || blobs ? content : blobName(Buffer.from(content));
}

function keptOf({ path, change, kept: why, lines }: KeptFile, steps: readonly StagedFile[]): KeptNet {
  const counts = [...steps.map(countLines), ...(lines === undefined ? [] : [lines])];
  const sum = (side: keyof Lines) => counts.reduce((all, count) => all + count[side], 0);
  return { type: 'kept', path, why, change, lines: { added: sum('added'), removed: sum('removed') } };
}

/** Returns a change as windows list it, with the number of its lines. */
export function listed(net: NetFile): ChangedFile {
  if (net.type === 'kept') return { path: net.path, change: net.change, ...net.lines, kept: net.why };
  const { path, before, after } = net.file;
  return { path, change: changeOf(before, after), ...countLines(net.file) };
}

/** Contents that are no text have no lines. */
export function countLines({ before, after, blobs }: StagedFile): Lines {
  if (blobs) return { added: 0, removed: 0 };
  const lines = changedHunks(before ?? '', after ?? '').flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}
