import type { FileEdit } from '../../../shared/previews/decision.ts';
import { asFieldText } from '../../../shared/previews/field-text.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { type UserEdit, userEditsText } from '../../../shared/previews/user-edit-text.ts';
import type { StagedFile, StoredAction } from '../../storage/action-store.ts';
import { illFormed } from '../../folder/ill-formed.ts';
import { shownName } from '../../folder/workspace-path.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { ToolError } from '../../folder/tool-error.ts';
import { refuseTooLarge } from '../../folder/current-text.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { fromFieldText } from '../../folder/line-ends-kept.ts';
import { isEdit } from '../../folder/still-written.ts';

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
export function withUserEdits(action: StoredAction, edits: readonly FileEdit[]): UserEdited {
  if (edits.length === 0) return { ok: true, action };
  const edited = edits.map((edit) => editedFile(action, edit));
  const problem = edited.map((file, index) => problemWith(file, edits[index]?.path ?? '')).find(Boolean);
  if (problem !== undefined) return { ok: false, problem };
  const { shown } = action;
  if (!isEdit(action)) return { ok: false, problem: 'This can’t be edited file by file.' };
  const files = action.content.files.map((file) => edited.find((other) => other?.path === file.path) ?? file);
  const preview = { ...shown.preview, files: files.map(fileDiff) };
  const content = { ...action.content, files, editedFrom: shown.fingerprint };
  const userEdits = editsOf(files).map(({ path, before, after }) => fileDiff({ path, before, after }));
  const fingerprint = fingerprintOf(preview, content);
  return { ok: true, action: { ...action, content, shown: { ...shown, preview, userEdits, fingerprint } } };
}

/** Returns the person's edits as text for the model; undefined where there are none. */
export function textOfUserEdits(files: readonly StagedFile[]): string | undefined {
  const edits = editsOf(files.filter(({ withheld }) => !withheld));
  const kept = editsOf(files.filter(({ withheld }) => withheld)).map(({ path }) => shownName(path));
  return edits.length + kept.length === 0 ? undefined : userEditsText(edits, kept);
}

/** True when an action holds exactly these texts of the person, made of the preview with that fingerprint. */
export function hasUserEdits(action: StoredAction, fingerprint: string, edits: readonly FileEdit[]): boolean {
  const { content, shown } = action;
  if (edits.length === 0) return shown.fingerprint === fingerprint;
  return (
    content.editedFrom === fingerprint &&
    edits.every(({ path, text }) => proposedText(action, path) === asFieldText(text))
  );
}

function editsOf(files: readonly StagedFile[]): UserEdit[] {
  return files.flatMap(({ path, proposed, after }) =>
    proposed === undefined || after === null || proposed === after ? [] : [{ path, before: proposed, after }],
  );
}

function stagedFiles(action: StoredAction): readonly StagedFile[] {
  return isEdit(action) ? action.content.files : [];
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
