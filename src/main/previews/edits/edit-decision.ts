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
import type { PreviewOutcome, PreviewState } from '../../../shared/previews/pending-action.ts';
import { isSentBack } from '../../../shared/previews/preview-kind.ts';
import { decisionOf, outcomeOf } from '../../../shared/previews/preview-state.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { asFieldText, type UserEdit, withoutChanges } from '../../../shared/previews/text-diff.ts';
import { resolutionOf } from '../../../shared/previews/resolution.ts';
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

/** A preview with the person's own texts in it, or the problem with them. */
export type UserEdited<Action = StoredEdit> = { ok: true; action: Action } | { ok: false; problem: string };

/** Returns an action as a person decided about it; an apply has to say what becomes of each conflict. */
export function withDecision(action: StoredEdit, decision: Decision): UserEdited {
  const edited = withUserEdits(action, userChangesOf(decision));
  const open = edited.ok && decision.type === 'apply' ? conflictIn(edited.action) : undefined;
  return open === undefined ? edited : { ok: false, problem: open };
}

/** Returns the problem of a file with a conflict of which no side was picked; undefined where there is none. */
export function conflictIn({ content }: Pick<StoredEdit, 'content'>): string | undefined {
  const file = content.files.find(({ conflicts }) => conflicts !== undefined);
  return file && `${shownName(file.path)} has conflicts. Choose a side for each, and apply again.`;
}

/**
 * Replaces the proposed texts by the person's, and leaves out what they dropped; what was proposed is kept
 * beside it. Of a file with a text of their own only the whole can be dropped.
 */
function withUserEdits(action: StoredEdit, changes: UserChanges): UserEdited {
  const { edits, drops, picks, comments } = changes;
  const elsewhere = comments.find(({ path }) => !isInPreview(action, path));
  if (elsewhere !== undefined) return { ok: false, problem: notInPreview(elsewhere.path) };
  if (edits.length + drops.length + picks.length === 0) return { ok: true, action };
  const kept = keptFiles(action, changes);
  return kept.ok ? { ok: true, action: asEdited(action, kept, changes) } : kept;
}

function asEdited(
  action: StoredEdit,
  { files, dropped }: KeptFiles,
  { drops, picks }: UserChanges,
): StoredEdit {
  return withContent(action, {
    ...action.content,
    files,
    editedFrom: action.shown.fingerprint,
    drops: [...drops],
    picks: [...picks],
    ...(dropped.length > 0 && { dropped }),
  });
}

/** Returns a preview with another content, and the fingerprint of that. */
export function withContent(action: StoredEdit, content: StoredEdit['content']): StoredEdit {
  const { userEdits: _, ...shown } = action.shown;
  const { files, dropped = [] } = content;
  const preview = { ...shown.preview, files: files.map(fileDiff) };
  const userEdits = [
    ...changesOf(files).map(({ path, before, after }) => fileDiff({ path, before, after })),
    ...dropped.map(({ path, before, after }) => fileDiff({ path, before: after, after: before })),
  ];
  const fingerprint = fingerprintOf(preview, content);
  return {
    ...action,
    content,
    shown: { ...shown, preview, ...(userEdits.length > 0 && { userEdits }), fingerprint },
  };
}

/** True when this very decision about an edit was taken before, and is carried out or waits for that. */
export function isRepeatedOnEdit(action: StoredEdit, fingerprint: string, decision: Decision): boolean {
  return (
    isTaken(action.shown.state, withoutEdits(decision)) &&
    hasUserEdits(action, fingerprint, userChangesOf(decision))
  );
}

/** True when an action holds exactly these texts of the person, made of the preview with that fingerprint. */
function hasUserEdits(
  action: StoredEdit,
  fingerprint: string,
  { edits, drops, picks }: UserChanges,
): boolean {
  const { content, shown } = action;
  if (edits.length + drops.length + picks.length === 0) return shown.fingerprint === fingerprint;
  return (
    content.editedFrom === fingerprint &&
    isDeepStrictEqual([content.drops ?? [], content.picks ?? []], [drops, picks]) &&
    edits.every(({ path, text }) => proposedText(action, path) === asFieldText(text))
  );
}

function userChangesOf(decision: Decision): UserChanges {
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

/** Returns the stored form of a decision: its edits, drops and picks are in the content of the action then. */
export function withoutEdits(decision: Decision): Decision {
  if (decision.type !== 'apply' && decision.type !== 'ask-for-changes') return decision;
  const { edits: _, drops: __, picks: ___, ...rest } = decision;
  return rest;
}

/** Returns the files whose proposed text the person replaced, with both texts. */
export function changesOf(files: readonly StagedFile[]): UserEdit[] {
  return files.flatMap(({ path, proposed, after }) =>
    proposed === undefined || after === null || proposed === after ? [] : [{ path, before: proposed, after }],
  );
}

/** True when a decision is the one that waits to be carried out, or came to the ending that there is. */
export function isTaken(state: PreviewState, decision: Decision): boolean {
  const taken = decisionOf(state);
  return taken === null ? isEnding(outcomeOf(state), decision) : isSame(taken, decision);
}

function isEnding(ending: PreviewOutcome | null, decision: Decision): boolean {
  if (ending === null || ending.type === 'superseded' || ending.decidedBy !== 'user') return false;
  const { action, words } = resolutionOf(decision);
  const isRefined = (ending.type === 'refined') === isSentBack(decision);
  const areCommentsSame = isDeepStrictEqual(ending.comments ?? [], commentsOf(decision));
  const choice = ending.type === 'applied' ? ending.choice : undefined;
  return (
    areCommentsSame &&
    isRefined &&
    choice === (decision.type === 'approve-plan' ? decision.choice : undefined) &&
    (ending.type === 'applied') === (action === 'apply') &&
    ending.userWords === words
  );
}

function isSame(one: Decision, other: Decision): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

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

/** Returns lines with a line end after the last, for another follows. */
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
type UserChanges = {
  edits: readonly FileEdit[];
  drops: readonly FileDrop[];
  picks: readonly ConflictPick[];
  comments: readonly LineComment[];
};

/** The changes that are left to apply, and the files that are dropped as a whole. */
type KeptFiles = { files: StagedFile[]; dropped: StagedFile[] };

/** Returns the files of a preview as the person wants them, or the problem with that. */
function keptFiles(
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
  return { ...asTheirOwn(file), after: picked };
}

/** Returns a file with the person's text: without conflicts, with what was proposed beside it. */
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
