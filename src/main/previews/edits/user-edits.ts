import type { ConflictPick, FileDrop, FileEdit, LineComment } from '../../../shared/previews/decision.ts';
import { conflictMarks } from '../../../shared/previews/conflict-marks.ts';
import { asFieldText, withoutChanges } from '../../../shared/previews/text-diff.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import {
  isStoredEdit,
  type StagedFile,
  type StoredAction,
  type StoredEdit,
} from '../../storage/action-store.ts';
import { illFormed } from '../../folder/ill-formed.ts';
import { ToolError } from '../../folder/tool-error.ts';
import { refuseTooLarge } from '../../folder/file-content.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { fromFieldText } from '../../folder/line-ends.ts';
import { withConflicts } from '../../folder/conflicts.ts';

/**
 * The proposed text of a file as a text field shows it, with both sides of each conflict between marks; undefined
 * where there is none to be edited.
 */
export function proposedText(action: StoredAction, path: string): string | undefined {
  const file = stagedFiles(action).find((staged) => staged.path === path);
  if (file === undefined || file.after === null) return undefined;
  const { after, conflicts = [] } = file;
  return asFieldText(
    withConflicts({ text: after, conflicts }, ({ ours, theirs }) =>
      [
        [`${conflictMarks.ours}\n`],
        closed(ours),
        [`${conflictMarks.between}\n`],
        closed(theirs),
        [`${conflictMarks.theirs}\n`],
      ].flat(),
    ),
  );
}

/** Lines of which the last has an end, as another line follows. */
function closed(lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));
}

/** Returns the diff of a file with the text of a text field in place of the proposed one. */
export function diffOfEdit(action: StoredAction, edit: FileEdit): FileDiff | undefined {
  const edited = editedFile(action, edit);
  return edited && fileDiff(edited);
}

/**
 * The person's version of the proposed files: texts of their own, what they leave out, the sides they take at
 * conflicts, and what they say of lines.
 */
export type UserChanges = {
  edits: readonly FileEdit[];
  drops: readonly FileDrop[];
  picks: readonly ConflictPick[];
  comments: readonly LineComment[];
};

/** The changes that are left to apply, and the files of which nothing is. */
export type KeptFiles = { files: StagedFile[]; dropped: StagedFile[] };

/** Returns the files of a preview as the person would have them, or why that can't be. */
export function keptFiles(
  action: StoredEdit,
  { edits, drops, picks }: Pick<UserChanges, 'edits' | 'drops' | 'picks'>,
): ({ ok: true } & KeptFiles) | { ok: false; problem: string } {
  const edited = edits.map((edit) => editedFile(action, edit));
  const problem =
    edited.map((file, index) => problemWith(file, edits[index]?.path ?? '')).find(Boolean) ??
    drops.map((drop) => problemWithDrop(action, drop)).find(Boolean);
  if (problem !== undefined) return { ok: false, problem };
  const all = action.content.files.map(
    (file) =>
      edited.find((other) => other?.path === file.path) ?? withoutDrops(withPicks(file, picks), drops),
  );
  const wholly = new Set(drops.filter(({ changes }) => changes === undefined).map(({ path }) => path));
  const files = all.flatMap((file) => (file === null || wholly.has(file.path) ? [] : [file]));
  if (files.length === 0)
    return { ok: false, problem: 'Nothing is left to apply. Keep a change, or discard all.' };
  const there = new Set(files.map(({ path }) => path));
  const left = action.content.files.filter(({ path }) => !there.has(path));
  return { ok: true, files, dropped: [...(action.content.dropped ?? []), ...left] };
}

/** Returns a file with the side of each conflict that was picked; as it is while one has none. */
function withPicks(file: StagedFile, picks: readonly ConflictPick[]): StagedFile {
  const { after, conflicts } = file;
  if (after === null || conflicts === undefined) return file;
  const sides = new Map(
    picks.flatMap(({ path, conflict, side }) => (path === file.path ? [[conflict, side]] : [])),
  );
  if (conflicts.some((_, number) => !sides.has(number))) return file;
  const picked = withConflicts({ text: after, conflicts }, (conflict, number) =>
    sides.get(number) === 'theirs' ? conflict.theirs : conflict.ours,
  );
  return { ...asTheirOwn(file), after: picked };
}

/** Returns a file whose text the person made: in no conflict any more, with what was proposed beside it. */
function asTheirOwn({ conflicts = [], staged: _, ...file }: StagedFile): StagedFile {
  const { after, proposed } = file;
  if (proposed !== undefined || after === null) return file;
  return { ...file, proposed: withConflicts({ text: after, conflicts }, ({ theirs }) => theirs) };
}

/** Returns a file without its dropped changes; null where none is left. */
function withoutDrops(file: StagedFile, drops: readonly FileDrop[]): StagedFile | null {
  const numbers = drops.flatMap(({ path, changes = [] }) => (path === file.path ? changes : []));
  if (numbers.length === 0) return file;
  const { hunks } = fileDiff(file);
  const after = withoutChanges(file.before ?? '', hunks, numbers);
  if (after === null || file.after === null || hunks.every((_, number) => numbers.includes(number)))
    return null;
  return { ...asTheirOwn(file), after };
}

function stagedFiles(action: StoredAction): readonly StagedFile[] {
  return isStoredEdit(action) ? action.content.files : [];
}

function editedFile(action: StoredAction, { path, text }: FileEdit): StagedFile | undefined {
  const file = stagedFiles(action).find((staged) => staged.path === path);
  if (file === undefined || file.after === null) return undefined;
  return { ...asTheirOwn(file), after: fromFieldText(file.after, text) };
}

function problemWithDrop({ content }: StoredEdit, { path, changes }: FileDrop): string | undefined {
  const file = content.files.find((other) => other.path === path);
  if (file === undefined) return notInPreview(path);
  return file.conflicts !== undefined && changes !== undefined
    ? `${path} changed meanwhile, so that it can only be dropped as a whole.`
    : undefined;
}

/** True for a file that a preview shows, or of which the person had it show nothing any more. */
export function isInPreview({ content }: StoredEdit, path: string): boolean {
  return [...content.files, ...(content.dropped ?? [])].some((file) => file.path === path);
}

export function notInPreview(path: string): string {
  return `${path} is not in this preview.`;
}

function problemWith(file: StagedFile | undefined, path: string): string | undefined {
  if (file === undefined || file.after === null) return `${path} is not among what can be edited here.`;
  const lines = asFieldText(file.after).split('\n');
  if ([conflictMarks.ours, conflictMarks.theirs].some((mark) => lines.includes(mark)))
    return `${path} still has the marks of a conflict. Take them out and apply again.`;
  if (file.after.includes('\0')) return `${path} would no longer be a text file.`;
  const problem = illFormed(`The text of ${path}`, file.after);
  if (problem !== undefined) return `${problem} Take it out and apply again.`;
  try {
    refuseTooLarge(file.after, path);
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}
