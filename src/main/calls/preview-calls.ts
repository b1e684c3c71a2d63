import { diffOfEdit, proposedText } from '../previews/edits/user-changes.ts';
import { type Calls, withProblem } from './calls.ts';

/** The calls of a preview's card. */
export function previewCalls({ workspace }: Calls) {
  return {
    decidePreview: workspace.decidePreview.handler(async ({ input, context: { decisions }, errors }) => {
      const { workspaceId, actionId, fingerprint, decision } = input;
      const result = await decisions.decide(workspaceId, actionId, fingerprint, decision);
      if (result.ok) return;
      switch (result.failure) {
        case 'not-pending':
          throw errors['preview-settled']();
        case 'stale-preview':
          throw errors['stale-preview']();
        case 'invalid-edit':
          throw errors['invalid-edit'](withProblem(result.problem));
      }
    }),
    undoPreview: workspace.undoPreview.handler(async ({ input, context: { undos }, errors }) => {
      const result = await undos.undo(input.workspaceId, input.actionId);
      if (!result.ok) throw errors['undo-refused'](withProblem(result.problem));
    }),
    redoPreview: workspace.redoPreview.handler(async ({ input, context: { undos }, errors }) => {
      const result = await undos.redo(input.workspaceId, input.actionId);
      if (!result.ok) throw errors['undo-refused'](withProblem(result.problem));
    }),
    filesInWay: workspace.filesInWay.handler(
      async ({ input: { workspaceId, actionId }, context: { undos } }) => ({
        paths: await undos.filesInWay(workspaceId, actionId),
      }),
    ),
    refreshPreview: workspace.refreshPreview.handler(({ input, context: { stalePreviews } }) =>
      stalePreviews.refresh(input.workspaceId, input.actionId),
    ),
    readPlan: workspace.readPlan.handler(({ input, context: { plans }, errors }) => {
      const plan = plans.read(input.workspaceId, input.actionId);
      if (plan === undefined) throw errors['no-such-plan']();
      return plan;
    }),
    setApprovals: workspace.setApprovals.handler(({ input, context: { workspaces } }) => {
      workspaces.setApprovals(input.workspaceId, input.approvals);
    }),
    proposedText: workspace.proposedText.handler(({ input, context: { previews }, errors }) => {
      const { workspaceId, actionId, path } = input;
      const action = previews.find(workspaceId, actionId);
      const text = action && proposedText(action, path);
      if (action === undefined || text === undefined) throw errors['invalid-edit'](notEditable(path));
      return { fingerprint: action.shown.fingerprint, text };
    }),
    diffOfEdit: workspace.diffOfEdit.handler(({ input, context: { previews }, errors }) => {
      const { workspaceId, actionId, edit } = input;
      const action = previews.find(workspaceId, actionId);
      const diff = action && diffOfEdit(action, edit);
      if (diff === undefined) throw errors['invalid-edit'](notEditable(edit.path));
      return diff;
    }),
    savePreviewDraft: workspace.savePreviewDraft.handler(({ input, context: { previews, stores } }) => {
      const { workspaceId, actionId, change } = input;
      if (previews.find(workspaceId, actionId) !== undefined)
        stores.previewDrafts.change(workspaceId, actionId, change);
    }),
  };
}

function notEditable(path: string) {
  return withProblem(`${path} is not among what can be edited here.`);
}

/** The calls about going back to an earlier message. */
export function rewindCalls({ workspace }: Calls) {
  return {
    readRewind: workspace.readRewind.handler(
      async ({ input: { workspaceId, messageId }, context: { rewinds } }) => ({
        files: await (await rewinds()).read(workspaceId, messageId),
      }),
    ),
    rewind: workspace.rewind.handler(async ({ input, context: { rewinds }, errors }) => {
      const { workspaceId, messageId, paths } = input;
      const result = await (await rewinds()).rewind(workspaceId, messageId, paths);
      if (!result.ok) throw errors['undo-refused'](withProblem(result.problem));
    }),
    undoRewind: workspace.undoRewind.handler(async ({ input, context: { rewinds }, errors }) => {
      const result = await (await rewinds()).returnFrom(input.workspaceId);
      if (!result.ok) throw errors['undo-refused'](withProblem(result.problem));
    }),
  };
}

/** The calls about the changes of a turn. */
export function turnChangeCalls({ workspace }: Calls) {
  return {
    readTurnChanges: workspace.readTurnChanges.handler(
      async ({ input: { workspaceId, messageId }, context: { turnUndos } }) => ({
        files: await (await turnUndos()).read(workspaceId, messageId),
      }),
    ),
    undoTurn: workspace.undoTurn.handler(async ({ input, context: { turnUndos }, errors }) => {
      const result = await (await turnUndos()).undo(input.workspaceId, input.messageId, input.paths);
      if (!result.ok) throw errors['undo-refused'](withProblem(result.problem));
    }),
  };
}
