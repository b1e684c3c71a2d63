import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { Approvals, Decision, FileEdit } from '../../shared/resolve/decision.ts';
import type { PreviewDraftChange } from '../../shared/resolve/preview-draft.ts';
import type { FileDiff } from '../../shared/resolve/preview.ts';
import type { Connection } from '../connection/connection.ts';

export type ReadPlan = { title: string; plan: string; path: string };

export type ProposedText = { fingerprint: string; text: string };

type DecidedPreview = { actionId: ActionId; fingerprint: string; decision: Decision };

/** What is asked of main about previews. */
export type PreviewCalls = {
  /** Says who applies a chat's edits from the next preview on. */
  setApprovals(workspaceId: WorkspaceId, approvals: Approvals): Promise<void>;
  /** Decides about exactly the preview with that fingerprint. */
  decidePreview(workspaceId: WorkspaceId, decided: DecidedPreview): Promise<void>;
  /** Puts back what an applied edit wrote. */
  undoPreview(workspaceId: WorkspaceId, actionId: ActionId): Promise<void>;
  /** The file that keeps an applied edit from being undone; null where it can be. */
  undoHindrance(workspaceId: WorkspaceId, actionId: ActionId): Promise<string | null>;
  /** The text a preview would write, and the fingerprint of that preview. */
  proposedText(workspaceId: WorkspaceId, actionId: ActionId, path: string): Promise<ProposedText>;
  /** What a file would show with a text of the person in place of the proposed one. */
  diffOfEdit(workspaceId: WorkspaceId, actionId: ActionId, edit: FileEdit): Promise<FileDiff>;
  /** Keeps the unsent entries of a preview that have changed. */
  savePreviewDraft(workspaceId: WorkspaceId, actionId: ActionId, change: PreviewDraftChange): Promise<void>;
  /** A plan as its file has it; the chat's newest where none is named. */
  readPlan(workspaceId: WorkspaceId, actionId: ActionId | null): Promise<ReadPlan>;
};

export function previewCalls({ call }: Connection): PreviewCalls {
  return {
    setApprovals: (workspaceId, approvals) =>
      call(async (client) => void (await client.workspace.setApprovals({ workspaceId, approvals }))),
    decidePreview: (workspaceId, decided) =>
      call(async (client) => void (await client.workspace.decidePreview({ workspaceId, ...decided }))),
    undoPreview: (workspaceId, actionId) =>
      call(async (client) => void (await client.workspace.undoPreview({ workspaceId, actionId }))),
    undoHindrance: (workspaceId, actionId) =>
      call(async (client) => (await client.workspace.undoHindrance({ workspaceId, actionId })).path),
    proposedText: (workspaceId, actionId, path) =>
      call((client) => client.workspace.proposedText({ workspaceId, actionId, path })),
    diffOfEdit: (workspaceId, actionId, edit) =>
      call((client) => client.workspace.diffOfEdit({ workspaceId, actionId, edit })),
    savePreviewDraft: (workspaceId, actionId, change) =>
      call(
        async (client) => void (await client.workspace.savePreviewDraft({ workspaceId, actionId, change })),
      ),
    readPlan: (workspaceId, actionId) =>
      call((client) =>
        client.workspace.readPlan({ workspaceId, ...(actionId === null ? {} : { actionId }) }),
      ),
  };
}
