import type { Decision, FileEdit } from '../../../shared/previews/decision.ts';
import { asFieldText, type UserEdit, userEditsText } from '../../../shared/previews/text-diff.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import {
  isStoredEdit,
  type StagedFile,
  type StoredAction,
  type StoredEdit,
} from '../../storage/action-store.ts';
import { illFormed } from '../../folder/ill-formed.ts';
import { shownName } from '../../folder/workspace-path.ts';
import { fingerprintOf } from '../new-action.ts';
import { isTaken } from '../repeated-decision.ts';
import { ToolError } from '../../folder/tool-error.ts';
import { refuseTooLarge } from '../../folder/current-text.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { fromFieldText } from '../../folder/line-ends-kept.ts';

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

/** Replaces the proposed texts by the person's; the proposed ones are kept beside them. */
export function withUserEdits(action: StoredEdit, edits: readonly FileEdit[]): UserEdited {
  if (edits.length === 0) return { ok: true, action };
  const edited = edits.map((edit) => editedFile(action, edit));
  const problem = edited.map((file, index) => problemWith(file, edits[index]?.path ?? '')).find(Boolean);
  if (problem !== undefined) return { ok: false, problem };
  const { shown } = action;
  const files = action.content.files.map((file) => edited.find((other) => other?.path === file.path) ?? file);
  const preview = { ...shown.preview, files: files.map(fileDiff) };
  const content = { ...action.content, files, editedFrom: shown.fingerprint };
  const userEdits = changesOf(files).map(({ path, before, after }) => fileDiff({ path, before, after }));
  const fingerprint = fingerprintOf(preview, content);
  return { ok: true, action: { ...action, content, shown: { ...shown, preview, userEdits, fingerprint } } };
}

/** Returns the person's edits as text for the model; undefined where there are none. */
export function textOfUserEdits(files: readonly StagedFile[]): string | undefined {
  const edits = changesOf(files.filter(({ withheld }) => !withheld));
  const kept = changesOf(files.filter(({ withheld }) => withheld)).map(({ path }) => shownName(path));
  return edits.length + kept.length === 0 ? undefined : userEditsText(edits, kept);
}

/** True when this very decision about an edit was taken before, and is carried out or waits for that. */
export function isRepeatedOnEdit(action: StoredEdit, fingerprint: string, decision: Decision): boolean {
  return (
    isTaken(action.shown.state, withoutEdits(decision)) &&
    hasUserEdits(action, fingerprint, editsOf(decision))
  );
}

/** True when an action holds exactly these texts of the person, made of the preview with that fingerprint. */
function hasUserEdits(action: StoredEdit, fingerprint: string, edits: readonly FileEdit[]): boolean {
  const { content, shown } = action;
  if (edits.length === 0) return shown.fingerprint === fingerprint;
  return (
    content.editedFrom === fingerprint &&
    edits.every(({ path, text }) => proposedText(action, path) === asFieldText(text))
  );
}

export function editsOf(decision: Decision): readonly FileEdit[] {
  return decision.type === 'apply' ? (decision.edits ?? []) : [];
}

/** Returns the stored form of a decision: its edits are in the content of the action then. */
export function withoutEdits(decision: Decision): Decision {
  if (decision.type !== 'apply') return decision;
  const { edits: _, ...rest } = decision;
  return rest;
}

function changesOf(files: readonly StagedFile[]): UserEdit[] {
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
