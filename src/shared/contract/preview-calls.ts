import { z } from 'zod';
import { actionIdSchema } from '../ids.ts';
import { approvalsSchema, decisionSchema, fileEditSchema } from '../previews/decision.ts';
import { previewDraftChangeSchema } from '../previews/preview-draft.ts';
import { fileDiffSchema } from '../previews/preview.ts';
import { call, inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

const ofAction = { ...inWorkspace, actionId: actionIdSchema };

/** The calls about previews and plans. */
export const previewCalls = {
  /** Takes a person's decision about exactly the preview they saw. A failure changes nothing. */
  decidePreview: inChat
    .errors({
      'preview-settled': failures['preview-settled'],
      'stale-preview': failures['stale-preview'],
      'invalid-edit': failures['invalid-edit'],
    })
    .input(z.object({ ...ofAction, fingerprint: z.string(), decision: decisionSchema })),
  /** The text a preview would write, for the person to edit, and the fingerprint of that preview. */
  proposedText: inChat
    .errors({ 'invalid-edit': failures['invalid-edit'] })
    .input(z.object({ ...ofAction, path: z.string() }))
    .output(z.object({ fingerprint: z.string(), text: z.string() })),
  /** Returns a file's diff with the person's text in place of the proposed one. */
  diffOfEdit: inChat
    .errors({ 'invalid-edit': failures['invalid-edit'] })
    .input(z.object({ ...ofAction, edit: fileEditSchema }))
    .output(fileDiffSchema),
  /** Keeps unsent entries of a preview's card; those that are left out stay as they are. */
  savePreviewDraft: call.input(z.object({ ...ofAction, change: previewDraftChangeSchema })),
  /** Puts an edit that waits onto its files as they are by now, and shows it anew where they are others. */
  refreshPreview: inChat.input(z.object(ofAction)),
  /** Returns the files that keep an edit from being undone, or applied again after that. */
  filesInWay: inChat.input(z.object(ofAction)).output(z.object({ paths: z.array(z.string()) })),
  /** A plan as its file has it, the chat's newest unless one is named. Ends in `no-such-plan`. */
  readPlan: inChat
    .errors({ 'no-such-plan': failures['no-such-plan'] })
    .input(z.object({ ...inWorkspace, actionId: actionIdSchema.optional() }))
    .output(z.object({ title: z.string(), plan: z.string(), path: z.string() })),
  /** Puts back what an applied edit wrote. Ends in `undo-refused` once a file is another by then. */
  undoPreview: inChat.errors({ 'undo-refused': failures['undo-refused'] }).input(z.object(ofAction)),
  /** Applies an undone edit again. Ends in `undo-refused` once a file is another by then. */
  redoPreview: inChat.errors({ 'undo-refused': failures['undo-refused'] }).input(z.object(ofAction)),
  /** Says who approves the chat's previews from the next one on. */
  setApprovals: inChat.input(z.object({ ...inWorkspace, approvals: approvalsSchema })),
};
