import { isDeepStrictEqual } from 'node:util';
import type { Decision, FileDrop, FileEdit, LineComment } from '../../../shared/previews/decision.ts';
import { asFieldText, type UserEdit, withoutChanges } from '../../../shared/previews/text-diff.ts';
import { commentsOf } from '../../../shared/previews/line-comments.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import {
  isStoredEdit,
  type StagedFile,
  type StoredAction,
  type StoredEdit,
} from '../../storage/action-store.ts';
import { illFormed } from '../../folder/ill-formed.ts';
import { fingerprintOf } from '../staged-action.ts';
import { ToolError } from '../../folder/tool-error.ts';
import { refuseTooLarge } from '../../folder/file-content.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { fromFieldText } from '../../folder/line-ends-kept.ts';
import type { ActionEnding, PreviewState } from '../../../shared/previews/pending-action.ts';
import { isSentBack } from '../../../shared/previews/preview-kind.ts';
import { decisionOf, endingOf } from '../../../shared/previews/preview-state.ts';
import { verdictOf } from '../../../shared/previews/verdict.ts';

/** An action whose files the person wrote themself where they did, or why that can't be. */
export type UserEdited = { ok: true; action: StoredAction } | { ok: false; problem: string };

/** The proposed text of a file as a text field shows it; undefined where there is none to be edited. */
export function proposedText(action: StoredAction, path: string): string | undefined {
  const after = stagedFiles(action).find((file) => file.path === path)?.after;
  return after === undefined || after === null ? undefined : asFieldText(after);
}

/** Returns the diff of a file with the text of a text field in place of the proposed one. */
export function diffOfEdit(action: StoredAction, edit: FileEdit): FileDiff | undefined {
  const edited = editedFile(action, edit);
  return edited && fileDiff(edited);
}

/** What a person makes of the proposed files: texts of their own, what they leave out, and what they say of lines. */
type UserChanges = {
  edits: readonly FileEdit[];
  drops: readonly FileDrop[];
  comments: readonly LineComment[];
};

/**
 * Replaces the proposed texts by the person's, and leaves out what they dropped; what was proposed is kept
 * beside it. Of a file with a text of their own only the whole can be dropped.
 */
export function withUserEdits(action: StoredEdit, { edits, drops, comments }: UserChanges): UserEdited {
  const elsewhere = comments.find(({ path }) => !isInPreview(action, path));
  if (elsewhere !== undefined) return { ok: false, problem: notInPreview(elsewhere.path) };
  if (edits.length + drops.length === 0) return { ok: true, action };
  const edited = edits.map((edit) => editedFile(action, edit));
  const problem =
    edited.map((file, index) => problemWith(file, edits[index]?.path ?? '')).find(Boolean) ??
    drops.map(({ path }) => problemWithDrop(action, path)).find(Boolean);
  if (problem !== undefined) return { ok: false, problem };
  const all = action.content.files.map(
    (file) => edited.find((other) => other?.path === file.path) ?? withoutDrops(file, drops),
  );
  const wholly = new Set(drops.filter(({ changes }) => changes === undefined).map(({ path }) => path));
  const files = all.flatMap((file) => (file === null || wholly.has(file.path) ? [] : [file]));
  if (files.length === 0)
    return { ok: false, problem: 'Nothing is left to apply. Keep a change, or discard all.' };
  const there = new Set(files.map(({ path }) => path));
  const left = action.content.files.filter(({ path }) => !there.has(path));
  const dropped = [...(action.content.dropped ?? []), ...left];
  return { ok: true, action: withFiles(action, { files, dropped, drops }) };
}

type KeptFiles = { files: StagedFile[]; dropped: StagedFile[]; drops: readonly FileDrop[] };

function withFiles(action: StoredEdit, { files, dropped, drops }: KeptFiles): StoredAction {
  const { shown } = action;
  const preview = { ...shown.preview, files: files.map(fileDiff) };
  const content = {
    ...action.content,
    files,
    editedFrom: shown.fingerprint,
    drops: [...drops],
    ...(dropped.length > 0 && { dropped }),
  };
  const userEdits = [
    ...changesOf(files).map(({ path, before, after }) => fileDiff({ path, before, after })),
    ...dropped.map(({ path, before, after }) => fileDiff({ path, before: after, after: before })),
  ];
  const fingerprint = fingerprintOf(preview, content);
  return { ...action, content, shown: { ...shown, preview, userEdits, fingerprint } };
}

/** Returns a file without its dropped changes; null where none is left. */
function withoutDrops(file: StagedFile, drops: readonly FileDrop[]): StagedFile | null {
  const numbers = drops.flatMap(({ path, changes = [] }) => (path === file.path ? changes : []));
  if (numbers.length === 0) return file;
  const { hunks } = fileDiff(file);
  const after = withoutChanges(file.before ?? '', hunks, numbers);
  if (after === null || file.after === null || hunks.every((_, number) => numbers.includes(number)))
    return null;
  return { ...file, proposed: file.proposed ?? file.after, after };
}

/** True when this very decision about an edit was taken before, and is carried out or waits for that. */
export function isRepeatedOnEdit(action: StoredEdit, fingerprint: string, decision: Decision): boolean {
  return (
    isTaken(action.shown.state, withoutEdits(decision)) &&
    hasUserEdits(action, fingerprint, userChangesOf(decision))
  );
}

/** True when an action holds exactly these texts of the person, made of the preview with that fingerprint. */
function hasUserEdits(action: StoredEdit, fingerprint: string, { edits, drops }: UserChanges): boolean {
  const { content, shown } = action;
  if (edits.length + drops.length === 0) return shown.fingerprint === fingerprint;
  return (
    content.editedFrom === fingerprint &&
    JSON.stringify(content.drops ?? []) === JSON.stringify(drops) &&
    edits.every(({ path, text }) => proposedText(action, path) === asFieldText(text))
  );
}

export function userChangesOf(decision: Decision): UserChanges {
  const comments = commentsOf(decision);
  return decision.type === 'apply' || decision.type === 'ask-for-changes'
    ? { edits: decision.edits ?? [], drops: decision.drops ?? [], comments }
    : { edits: [], drops: [], comments };
}

/** Returns the stored form of a decision: its edits and drops are in the content of the action then. */
export function withoutEdits(decision: Decision): Decision {
  if (decision.type !== 'apply' && decision.type !== 'ask-for-changes') return decision;
  const { edits: _, drops: __, ...rest } = decision;
  return rest;
}

/** Returns the files whose proposed text the person replaced, with both texts. */
export function changesOf(files: readonly StagedFile[]): UserEdit[] {
  return files.flatMap(({ path, proposed, after }) =>
    proposed === undefined || after === null || proposed === after ? [] : [{ path, before: proposed, after }],
  );
}

function stagedFiles(action: StoredAction): readonly StagedFile[] {
  return isStoredEdit(action) ? action.content.files : [];
}

function editedFile(action: StoredAction, { path, text }: FileEdit): StagedFile | undefined {
  const file = stagedFiles(action).find((staged) => staged.path === path);
  if (file === undefined || file.after === null) return undefined;
  return { ...file, proposed: file.proposed ?? file.after, after: fromFieldText(file.after, text) };
}

function problemWithDrop({ content }: StoredEdit, path: string): string | undefined {
  return content.files.some((file) => file.path === path) ? undefined : notInPreview(path);
}

/** True for a file that a preview shows, or of which the person had it show nothing any more. */
function isInPreview({ content }: StoredEdit, path: string): boolean {
  return [...content.files, ...(content.dropped ?? [])].some((file) => file.path === path);
}

function notInPreview(path: string): string {
  return `${path} is not in this preview.`;
}

function problemWith(file: StagedFile | undefined, path: string): string | undefined {
  if (file === undefined || file.after === null) return `${path} is not among what can be edited here.`;
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

/** True when a decision is the one that waits to be carried out, or came to the ending that there is. */
export function isTaken(state: PreviewState, decision: Decision): boolean {
  const taken = decisionOf(state);
  return taken === null ? isEnding(endingOf(state), decision) : isSame(taken, decision);
}

function isEnding(ending: ActionEnding | null, decision: Decision): boolean {
  if (ending === null || ending.type === 'superseded' || ending.decidedBy !== 'user') return false;
  const { action, words } = verdictOf(decision);
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
