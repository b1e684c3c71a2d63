import type { Decisions } from '../previews/decisions.ts';
import { diffOfEdit, proposedText } from '../previews/edits/edit-decision.ts';
import type { KeptPlans } from '../previews/plans/kept-plans.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { StalePreviews } from '../previews/stale-previews.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import type { Undos } from '../previews/undos.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';
import type { TurnUndos } from '../changes/turn-undos.ts';

type PreviewCallParts = TurnChangeCallParts & {
  decisions: Decisions;
  undos: Undos;
  stale: StalePreviews;
  queue: ResolveQueue;
  previewDrafts: PreviewDraftStore;
  plans: KeptPlans;
  workspaces: Workspaces;
};

/** The calls of a preview's card, and of what previews come to in a turn. */
export function previewCalls(calls: Calls, parts: PreviewCallParts) {
  const { decisions, undos, stale, plans, workspaces } = parts;
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  return {
    ...editCalls(calls, parts),
    ...turnChangeCalls(calls, parts),
    decidePreview: workspace.decidePreview
      .use(known)
      .handler(async ({ input: { workspaceId, actionId, fingerprint, decision }, errors }) => {
        const result = await decisions.decide(workspaceId, actionId, fingerprint, decision);
        if (result.ok) return;
        switch (result.failure) {
          case 'not-pending':
            throw errors['preview-settled']();
          case 'stale-preview':
            throw errors['stale-preview']();
          case 'invalid-edit':
            throw errors['invalid-edit']({ message: result.problem, data: { problem: result.problem } });
        }
      }),
    undoPreview: workspace.undoPreview
      .use(known)
      .handler(async ({ input: { workspaceId, actionId }, errors }) => {
        const result = await undos.undo(workspaceId, actionId);
        if (result.ok) return;
        const { problem } = result;
        throw errors['undo-refused']({ message: problem, data: { problem } });
      }),
    redoPreview: workspace.redoPreview
      .use(known)
      .handler(async ({ input: { workspaceId, actionId }, errors }) => {
        const result = await undos.redo(workspaceId, actionId);
        if (result.ok) return;
        const { problem } = result;
        throw errors['undo-refused']({ message: problem, data: { problem } });
      }),
    refreshPreview: workspace.refreshPreview
      .use(known)
      .handler(({ input: { workspaceId, actionId } }) => stale.refresh(workspaceId, actionId)),
    filesInWay: workspace.filesInWay.use(known).handler(async ({ input: { workspaceId, actionId } }) => {
      return { paths: await undos.inWay(workspaceId, actionId) };
    }),
    readPlan: workspace.readPlan.use(known).handler(({ input: { workspaceId, actionId }, errors }) => {
      const plan = plans.read(workspaceId, actionId);
      if (plan === undefined) throw errors['no-such-plan']();
      return plan;
    }),
    setApprovals: workspace.setApprovals.use(known).handler(({ input: { workspaceId, approvals } }) => {
      workspaces.setApprovals(workspaceId, approvals);
    }),
  };
}

/** The calls for editing a proposed text. */
function editCalls(calls: Calls, { queue, previewDrafts, workspaces }: PreviewCallParts) {
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  return {
    proposedText: workspace.proposedText
      .use(known)
      .handler(({ input: { workspaceId, actionId, path }, errors }) => {
        const action = queue.find(workspaceId, actionId);
        const text = action && proposedText(action, path);
        if (action === undefined || text === undefined) throw errors['invalid-edit'](notEditable(path));
        return { fingerprint: action.shown.fingerprint, text };
      }),
    diffOfEdit: workspace.diffOfEdit
      .use(known)
      .handler(({ input: { workspaceId, actionId, edit }, errors }) => {
        const action = queue.find(workspaceId, actionId);
        const diff = action && diffOfEdit(action, edit);
        if (diff === undefined) throw errors['invalid-edit'](notEditable(edit.path));
        return diff;
      }),
    savePreviewDraft: workspace.savePreviewDraft.handler(({ input: { workspaceId, actionId, change } }) => {
      if (queue.find(workspaceId, actionId) !== undefined)
        previewDrafts.change(workspaceId, actionId, change);
    }),
  };
}

function notEditable(path: string) {
  const problem = `${path} is not among what can be edited here.`;
  return { message: problem, data: { problem } };
}

type TurnChangeCallParts = {
  /** Loads what undoes turns. */
  changes: () => Promise<{ turnUndos: TurnUndos }>;
  workspaces: Workspaces;
};

/** The calls about the changes of a turn. */
function turnChangeCalls({ workspace }: Calls, { changes, workspaces }: TurnChangeCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    readTurnChanges: workspace.readTurnChanges
      .use(known)
      .handler(async ({ input: { workspaceId, messageId } }) => {
        const { turnUndos } = await changes();
        return { files: await turnUndos.read(workspaceId, messageId) };
      }),
    undoTurn: workspace.undoTurn.use(known).handler(async ({ input: { workspaceId, messageId }, errors }) => {
      const { turnUndos } = await changes();
      const result = await turnUndos.undo(workspaceId, messageId);
      if (result.ok) return;
      const { problem } = result;
      throw errors['undo-refused']({ message: problem, data: { problem } });
    }),
  };
}
