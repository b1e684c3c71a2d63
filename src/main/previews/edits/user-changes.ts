import { isDeepStrictEqual } from 'node:util';
import { conflictMarks } from '../../../shared/previews/conflict-marks.ts';
import type {
  ConflictPick,
  Decision,
  FileDrop,
  FileEdit,
  LineComment,
} from '../../../shared/previews/decision.ts';
import { commentsOf } from '../../../shared/previews/line-comments.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { asFieldText, type UserEdit, withoutChanges } from '../../../shared/previews/text-diff.ts';
import { withConflicts } from '../../folder/conflicts.ts';
import { refuseTooLarge, ToolError } from '../../folder/file-content.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { illFormed } from '../../folder/ill-formed.ts';
import { fromFieldText } from '../../folder/line-ends.ts';
import { shownName } from '../../folder/workspace-path.ts';
import {
  isStoredEdit,
  type StagedFile,
  type StoredAction,
  type StoredEdit,
} from '../../storage/action-store.ts';
import { fingerprintOf } from '../staged-action.ts';
import { type EditedAction, isDecidedSo } from '../stored-decision.ts';

/**
 * The person's version of a proposed change: texts of their own, what they leave out, the sides they take at
 * conflicts, and what they say of lines.
 */
type UserChanges = {
  edits: readonly FileEdit[];
  drops: readonly FileDrop[];
  picks: readonly ConflictPick[];
  comments: readonly LineComment[];
};

function userChangesIn(decision: Decision): UserChanges {
  const comments = commentsOf(decision);
  return decision.type === 'apply' || decision.type === 'ask-for-changes'
    ? {
        edits: decision.edits ?? [],
        drops: decision.drops ?? [],
        picks: decision.picks ?? [],
        comments,
      }
    : { edits: [], drops: [], picks: [], comments };
}

/**
 * Returns an action with what the person changed in it by a decision; the model's texts are kept beside theirs. Of a
 * file with a text of their own only the whole can be dropped. To be applied, each conflict needs a side.
 */
export function withUserChanges(action: StoredEdit, decision: Decision): EditedAction<StoredEdit> {
  const changes = userChangesIn(decision);
  const elsewhere = changes.comments.find(({ path }) => !isInPreview(action, path));
  if (elsewhere !== undefined) return { ok: false, problem: notInPreview(elsewhere.path) };
  const edited = isUnchanged(changes) ? { ok: true as const, action } : asEdited(action, changes);
  const conflict = edited.ok && decision.type === 'apply' ? openConflict(edited.action) : undefined;
  return conflict === undefined ? edited : { ok: false, problem: conflict };
}

function isUnchanged({ edits, drops, picks }: UserChanges): boolean {
  return edits.length + drops.length + picks.length === 0;
}

/** Returns the problem of a file with a conflict of which no side was picked; undefined where there is none. */
export function openConflict({ content }: Pick<StoredEdit, 'content'>): string | undefined {
  const file = content.files.find(({ conflicts }) => conflicts !== undefined);
  return file && `${shownName(file.path)} has conflicts. Choose a side for each, and apply again.`;
}

function asEdited(action: StoredEdit, changes: UserChanges): EditedAction<StoredEdit> {
  const kept = keptFiles(action, changes);
  if (!kept.ok) return kept;
  const content: StoredEdit['content'] = {
    ...action.content,
    files: kept.files,
    editedFrom: action.shown.fingerprint,
    drops: [...changes.drops],
    picks: [...changes.picks],
    ...(kept.dropped.length > 0 && { dropped: kept.dropped }),
  };
  return { ok: true, action: withContent(action, content) };
}

/** Returns a preview with another content, and the fingerprint of that. */
export function withContent(action: StoredEdit, content: StoredEdit['content']): StoredEdit {
  const { userEdits: _, ...shown } = action.shown;
  const { files, dropped = [] } = content;
  const preview = { ...shown.preview, files: files.map(fileDiff) };
  const userEdits = [
    ...replacedTexts(files).map(({ path, before, after }) => fileDiff({ path, before, after })),
    ...dropped.map(({ path, before, after }) => fileDiff({ path, before: after, after: before })),
  ];
  const fingerprint = fingerprintOf(preview, content);
  return {
    ...action,
    content,
    shown: { ...shown, preview, ...(userEdits.length > 0 && { userEdits }), fingerprint },
  };
}

/** True when this very decision was taken before, with the same changes, about the preview with that fingerprint. */
export function isRepeatedOnEdit(action: StoredEdit, fingerprint: string, decision: Decision): boolean {
  return (
    isDecidedSo(action.shown.state, decision) && hasChanges(action, fingerprint, userChangesIn(decision))
  );
}

function hasChanges(action: StoredEdit, fingerprint: string, changes: UserChanges): boolean {
  const { content, shown } = action;
  const { edits, drops, picks } = changes;
  if (isUnchanged(changes)) return shown.fingerprint === fingerprint;
  return (
    content.editedFrom === fingerprint &&
    isDeepStrictEqual([content.drops ?? [], content.picks ?? []], [drops, picks]) &&
    edits.every(({ path, text }) => proposedText(action, path) === asFieldText(text))
  );
}

/** Returns the files whose proposed text the person replaced, with both texts. */
export function replacedTexts(files: readonly StagedFile[]): UserEdit[] {
  return files.flatMap(({ path, proposed, after }) =>
    proposed === undefined || after === null || proposed === after ? [] : [{ path, before: proposed, after }],
  );
}

/**
 * The proposed text of a file as a text field shows it, with both sides of each conflict between marks; undefined
 * where there is none to be edited.
 */
export function proposedText(action: StoredAction, path: string): string | undefined {
  const file = stagedFiles(action).find((staged) => staged.path === path);
  if (file === undefined || file.after === null || file.blobs) return undefined;
  const { after, conflicts = [] } = file;
  return asFieldText(
    withConflicts({ text: after, conflicts }, ({ ours, theirs }) =>
      [
        [`${conflictMarks.ours}\n`],
        withLineEnd(ours),
        [`${conflictMarks.between}\n`],
        withLineEnd(theirs),
        [`${conflictMarks.theirs}\n`],
      ].flat(),
    ),
  );
}

/** Returns lines with a line end after the last, for another follows. */
function withLineEnd(lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));
}

/** Returns the diff of a file with the text of a text field in place of the proposed one. */
export function diffOfEdit(action: StoredAction, edit: FileEdit): FileDiff | undefined {
  const edited = editedFile(action, edit);
  return edited && fileDiff(edited);
}

/** The changes that are left to apply, and the files that are dropped as a whole. */
type KeptFiles = { files: StagedFile[]; dropped: StagedFile[] };

/** Returns the files of a preview as the person wants them, or the problem with that. */
function keptFiles(
  action: StoredEdit,
  { edits, drops, picks }: UserChanges,
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

/** Returns a file with the picked side of each conflict; unchanged while a conflict has none. */
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
  return { ...keepingProposed(file), after: picked };
}

/** Returns a file that is to have a text of the person: without conflicts, and with the proposed text kept beside it. */
function keepingProposed({ conflicts = [], staged: _, ...file }: StagedFile): StagedFile {
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
  return { ...keepingProposed(file), after };
}

function stagedFiles(action: StoredAction): readonly StagedFile[] {
  return isStoredEdit(action) ? action.content.files : [];
}

function editedFile(action: StoredAction, { path, text }: FileEdit): StagedFile | undefined {
  const file = stagedFiles(action).find((staged) => staged.path === path);
  if (file === undefined || file.after === null || file.blobs) return undefined;
  return { ...keepingProposed(file), after: fromFieldText(file.after, text) };
}

function problemWithDrop({ content }: StoredEdit, { path, changes }: FileDrop): string | undefined {
  const file = content.files.find((other) => other.path === path);
  if (file === undefined) return notInPreview(path);
  return file.conflicts !== undefined && changes !== undefined
    ? `${path} changed meanwhile, so it can only be dropped as a whole.`
    : undefined;
}

/** True for a file that a preview shows, or that the person dropped from it. */
function isInPreview({ content }: StoredEdit, path: string): boolean {
  return [...content.files, ...(content.dropped ?? [])].some((file) => file.path === path);
}

function notInPreview(path: string): string {
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
