import type { ActionId } from '../../../shared/ids.ts';
import type { Decision, FileEdit } from '../../../shared/previews/decision.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';

export type Failed = { ok: false; message: string };
export type PreviewResult = { ok: true } | Failed;

/** The calls that a card makes outside itself. A rejected promise counts as a failure that can be tried again. */
export type PreviewEffects = {
  decide(action: PendingAction, fingerprint: string, decision: Decision): Promise<PreviewResult>;
  undo(action: PendingAction): Promise<PreviewResult>;
  /** The file that keeps a change from being undone; null where none does, or nobody knows. */
  undoHindrance(action: PendingAction): Promise<string | null>;
  proposedText(
    action: PendingAction,
    path: string,
  ): Promise<{ ok: true; text: string; fingerprint: string } | Failed>;
  diffOfEdit(action: PendingAction, edit: FileEdit): Promise<{ ok: true; diff: FileDiff } | Failed>;
  saveDraft(id: ActionId, change: PreviewDraftChange): void;
};
