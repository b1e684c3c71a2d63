import { ORPCError } from '@orpc/server';
import { failures } from '../../shared/contract/failures.ts';
import type { Decisions } from '../resolve/decisions.ts';
import { diffOfEdit, proposedText } from '../resolve/edits/user-edits.ts';
import type { KeptPlans } from '../resolve/plans/kept-plans.ts';
import type { ResolveQueue } from '../resolve/resolve-queue.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import type { Undos } from '../resolve/undos.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { requireWorkspace } from './known-workspace.ts';

export type PreviewCallParts = {
  decisions: Decisions;
  undos: Undos;
  queue: ResolveQueue;
  previewDrafts: PreviewDraftStore;
  plans: KeptPlans;
  workspaces: Workspaces;
};

/** What the card of a preview asks for. */
export function previewCalls(calls: Calls, parts: PreviewCallParts) {
  const { decisions, undos, plans, workspaces } = parts;
  const { workspace } = calls;
  return {
    ...editCalls(calls, parts),
    decidePreview: workspace.decidePreview.handler(
      async ({ input: { workspaceId, actionId, fingerprint, decision } }) => {
        requireWorkspace(workspaces, workspaceId);
        const result = await decisions.decide(workspaceId, actionId, fingerprint, decision);
        if (result.ok) return;
        switch (result.failure) {
          case 'not-pending':
            throw new ORPCError('preview-settled', failures['preview-settled']);
          case 'stale-preview':
            throw new ORPCError('stale-preview', failures['stale-preview']);
          case 'invalid-edit':
            throw invalidEdit(result.problem);
        }
      },
    ),
    undoPreview: workspace.undoPreview.handler(async ({ input: { workspaceId, actionId } }) => {
      requireWorkspace(workspaces, workspaceId);
      const result = await undos.undo(workspaceId, actionId);
      if (result.ok) return;
      const { problem } = result;
      throw new ORPCError('undo-refused', { status: 409, message: problem, data: { problem } });
    }),
    undoHindrance: workspace.undoHindrance.handler(async ({ input: { workspaceId, actionId } }) => {
      requireWorkspace(workspaces, workspaceId);
      return { path: await undos.inWayOfUndo(workspaceId, actionId) };
    }),
    readPlan: workspace.readPlan.handler(({ input: { workspaceId, actionId } }) => {
      requireWorkspace(workspaces, workspaceId);
      const plan = plans.read(workspaceId, actionId);
      if (plan === undefined) throw new ORPCError('no-such-plan', failures['no-such-plan']);
      return plan;
    }),
    setApprovals: workspace.setApprovals.handler(({ input: { workspaceId, approvals } }) => {
      requireWorkspace(workspaces, workspaceId);
      workspaces.setApprovals(workspaceId, approvals);
    }),
  };
}

/** What a person needs to write a proposed text anew. */
function editCalls(calls: Calls, { queue, previewDrafts, workspaces }: PreviewCallParts) {
  const { workspace } = calls;
  return {
    proposedText: workspace.proposedText.handler(({ input: { workspaceId, actionId, path } }) => {
      requireWorkspace(workspaces, workspaceId);
      const action = queue.find(workspaceId, actionId);
      const text = action && proposedText(action, path);
      if (action === undefined || text === undefined)
        throw invalidEdit(`${path} is not among what can be edited here.`);
      return { fingerprint: action.shown.fingerprint, text };
    }),
    diffOfEdit: workspace.diffOfEdit.handler(({ input: { workspaceId, actionId, edit } }) => {
      requireWorkspace(workspaces, workspaceId);
      const action = queue.find(workspaceId, actionId);
      const diff = action && diffOfEdit(action, edit);
      if (diff === undefined) throw invalidEdit(`${edit.path} is not among what can be edited here.`);
      return diff;
    }),
    savePreviewDraft: workspace.savePreviewDraft.handler(({ input: { workspaceId, actionId, change } }) => {
      if (queue.find(workspaceId, actionId) !== undefined)
        previewDrafts.change(workspaceId, actionId, change);
    }),
  };
}

function invalidEdit(problem: string) {
  return new ORPCError('invalid-edit', { status: 422, message: problem, data: { problem } });
}
