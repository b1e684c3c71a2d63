import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '../../../shared/previews/decision.ts';
import { asFieldText, type UserEdit } from '../../../shared/previews/text-diff.ts';
import { commentsOf } from '../../../shared/previews/line-comments.ts';
import type { StagedFile, StoredEdit } from '../../storage/action-store.ts';
import { fingerprintOf } from '../staged-action.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { shownName } from '../../folder/workspace-path.ts';
import type { ActionEnding, PreviewState } from '../../../shared/previews/pending-action.ts';
import { isSentBack } from '../../../shared/previews/preview-kind.ts';
import { decisionOf, endingOf } from '../../../shared/previews/preview-state.ts';
import { verdictOf } from '../../../shared/previews/verdict.ts';
import {
  isInPreview,
  type KeptFiles,
  keptFiles,
  notInPreview,
  proposedText,
  type UserChanges,
} from './user-edits.ts';

/** An action whose files the person wrote themself where they did, or why that can't be. */
export type UserEdited<Action = StoredEdit> = { ok: true; action: Action } | { ok: false; problem: string };

/** Returns an action as a person decided about it; an apply has to say what becomes of each conflict. */
export function withDecision(action: StoredEdit, decision: Decision): UserEdited {
  const edited = withUserEdits(action, userChangesOf(decision));
  const open = edited.ok && decision.type === 'apply' ? conflictIn(edited.action) : undefined;
  return open === undefined ? edited : { ok: false, problem: open };
}

/** Says in which file a side is still to be taken; undefined where there is none. */
export function conflictIn({ content }: Pick<StoredEdit, 'content'>): string | undefined {
  const file = content.files.find(({ conflicts }) => conflicts !== undefined);
  return file && `${shownName(file.path)} has places to choose a side at. Choose, and apply again.`;
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

/** Returns an action that shows, and does, another content. */
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

export function userChangesOf(decision: Decision): UserChanges {
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
