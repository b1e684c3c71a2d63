import { ORPCError } from '@orpc/server';
import { failures } from '../../shared/contract/failures.ts';
import type { Decisions } from '../resolve/decisions.ts';
import type { Undos } from '../resolve/undos.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { requireWorkspace } from './known-workspace.ts';

export type PreviewCallParts = { decisions: Decisions; undos: Undos; workspaces: Workspaces };

/** What the card of a preview asks for. */
export function previewCalls(calls: Calls, { decisions, undos, workspaces }: PreviewCallParts) {
  const { workspace } = calls;
  return {
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
    setApprovals: workspace.setApprovals.handler(({ input: { workspaceId, approvals } }) => {
      requireWorkspace(workspaces, workspaceId);
      workspaces.setApprovals(workspaceId, approvals);
    }),
  };
}
