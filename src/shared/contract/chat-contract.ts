import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { formAnswerSchema, formDraftSchema } from '../forms/form.ts';
import {
  actionIdSchema,
  formIdSchema,
  messageIdSchema,
  permissionIdSchema,
  ruleIdSchema,
  toolCallIdSchema,
  workspaceIdSchema,
} from '../ids.ts';
import { longTextSchema } from '../long-text.ts';
import { pastCommandsSchema } from '../permissions/past-command.ts';
import { permissionAnswerSchema, permissionDraftSchema } from '../permissions/permission.ts';
import { ruleUseSchema } from '../permissions/permission-rule.ts';
import { sameAnswerSchema } from '../permissions/same-request.ts';
import {
  commandToTrySchema,
  confinementStateSchema,
  triedCommandSchema,
} from '../permissions/tried-command.ts';
import { offeredRulesSchema, ruleToAddSchema } from '../permissions/typed-rule.ts';
import { approvalsSchema, decisionSchema, fileEditSchema } from '../previews/decision.ts';
import { previewDraftChangeSchema } from '../previews/preview-draft.ts';
import { fileDiffSchema } from '../previews/preview.ts';
import { answerSchema, draftSchema } from '../questions/questions.ts';
import { largestCopy, largestImage } from '../transcript/attachment-limits.ts';
import { attachmentIdSchema, attachmentSchema } from '../transcript/attachment.ts';
import { commandOutputSchema, outputPageSchema } from '../transcript/command-run.ts';
import { folderImageSchema } from '../transcript/folder-image.ts';
import { foundFilesSchema } from '../transcript/found-files.ts';
import { keptReasonSchema } from '../transcript/transcript.ts';
import { call, callKey, inChat, inWorkspace, ofToolCall } from './call.ts';
import { failures } from './failures.ts';

const offerUnusable = { 'offer-unusable': failures['offer-unusable'] };
const ofAttachment = { ...inWorkspace, attachmentId: attachmentIdSchema };

export const messageCalls = {
  /** Stores the message and gives it to the agent; `key` makes a repeated call harmless. */
  sendMessage: inChat
    .errors({ ...offerUnusable, 'attachment-missing': failures['attachment-missing'] })
    .input(
      z
        .object({
          ...inWorkspace,
          key: callKey,
          text: longTextSchema,
          attachments: z.array(attachmentIdSchema).max(100).default([]),
        })
        .refine(({ text, attachments }) => text !== '' || attachments.length > 0),
    ),
  /**
   * Takes a message out of the queue. With `draft` it is there to be edited: that text, which holds the
   * message's, becomes the unsent one in the same step. Ends in `already-delivered` or `not-queued`.
   */
  withdrawMessage: inChat
    .errors({ 'already-delivered': failures['already-delivered'], 'not-queued': failures['not-queued'] })
    .input(
      z.object({
        ...inWorkspace,
        messageId: messageIdSchema,
        key: callKey,
        draft: longTextSchema.optional(),
      }),
    ),
  /** Gives the agent the queue at once, after it was stopped; nothing once the message is no longer queued. */
  sendQueuedNow: inChat.input(z.object({ ...inWorkspace, messageId: messageIdSchema })),
  /** The files of the folder that fit what is typed after an `@`. */
  findFiles: inChat.input(z.object({ ...inWorkspace, query: z.string().max(500) })).output(foundFilesSchema),
  /** An image of the folder by its path; null for what is none, is protected, too large or outside. */
  readFolderImage: inChat
    .input(z.object({ ...inWorkspace, path: z.string().min(1).max(1_000) }))
    .output(folderImageSchema.nullable()),
  /**
   * Stores a file for the unsent message; `data` is base64, as is the `copy` of an image for models. Ends in
   * `attachment-refused` when it is neither text nor an image, damaged, or too large.
   */
  attach: inChat
    .errors({ 'attachment-refused': failures['attachment-refused'] })
    .input(
      z.object({
        ...inWorkspace,
        key: callKey,
        name: z.string().max(300),
        data: z.base64().max(4 * Math.ceil(largestImage / 3)),
        copy: z
          .base64()
          .max(4 * Math.ceil(largestCopy / 3))
          .optional(),
      }),
    )
    .output(attachmentSchema),
  detach: call.input(z.object(ofAttachment)),
  /** The content of an attached file, or of the copy for models where it has one and `copy` asks for it; as base64. */
  readAttachment: call
    .errors({ 'attachment-missing': failures['attachment-missing'] })
    .input(z.object({ ...ofAttachment, copy: z.boolean().default(false) }))
    .output(z.object({ data: z.string() })),
  /**
   * Replaces one of the person's messages by a new text: the message and all after it leave the
   * chat, a working turn is stopped, and the agent goes on from the new text. What was attached goes along, but for
   * what is `dropped`.
   */
  resendMessage: inChat
    .errors({
      ...offerUnusable,
      'no-such-message': failures['no-such-message'],
      'nothing-to-send': failures['nothing-to-send'],
    })
    .input(
      z.object({
        ...inWorkspace,
        messageId: messageIdSchema,
        key: callKey,
        text: longTextSchema,
        dropped: z.array(attachmentIdSchema).max(100).default([]),
      }),
    ),
  saveMessageDraft: inChat.input(z.object({ ...inWorkspace, text: longTextSchema })),
};

/** A call that answers or ends a pending ask. */
const onAsk = call.errors({
  'not-pending': failures['not-pending'],
  'invalid-answer': failures['invalid-answer'],
});

export const questionCalls = {
  answerAskUserQuestion: onAsk.input(z.object({ ...ofToolCall, answers: z.array(answerSchema).max(1_000) })),
  declineAskUserQuestion: onAsk.input(z.object({ ...ofToolCall, reason: longTextSchema.optional() })),
  /** Gives an asker from outside the person's own words instead of picks. */
  replyToAsker: onAsk.input(z.object({ ...ofToolCall, text: longTextSchema.min(1) })),
  /** Notes that somebody has begun on an ask: its countdown stops for good, and its asker no longer closes it by cancelling. */
  touchAsk: call.input(z.object(ofToolCall)),
  /** Keeps unsent entries of some questions; those of the others stay as they are. Also a touch. */
  saveAskDraft: call.input(z.object({ ...ofToolCall, entries: draftSchema })),
};

export const commandCalls = {
  /** The last lines of a running command, then again as they change; ends with the command. */
  watchOutput: inChat.input(z.object(ofToolCall)).output(eventIterator(commandOutputSchema)),
  /** Returns a part of a command's output, from a line on. Ends in `no-output`. */
  readOutput: inChat
    .errors({ 'no-output': failures['no-output'] })
    .input(z.object({ ...ofToolCall, from: z.number().int().min(0) }))
    .output(outputPageSchema),
  /** Ends a command and all that it started; returns when nothing of it is left. */
  stopCommand: inChat.input(z.object(ofToolCall)),
  /** Ends what the external agent of a chat goes on with between turns, and its process; its session goes on with the next message. */
  stopBackground: inChat.input(z.object(inWorkspace)),
};

export const branchCalls = {
  /**
   * Has the older part of the chat summarised, for its agent to read in its place. `started` is false while
   * the agent works, where there is nothing to summarise, and where the agent is the guide. With `whenDone`
   * it waits until the agent no longer works, and ends then.
   */
  summarise: inChat
    .input(z.object({ ...inWorkspace, whenDone: z.boolean().optional() }))
    .output(z.object({ started: z.boolean() })),
  /** Puts the person's text in the place of a summary's. Ends in `no-such-message` where it is not the newest. */
  editSummary: inChat
    .errors({ 'no-such-message': failures['no-such-message'] })
    .input(z.object({ ...inWorkspace, messageId: messageIdSchema, text: longTextSchema.min(1) })),
  /**
   * Shows the branch with a message, or with the message of a call, where it is not shown; `changed` says
   * whether it was another. Ends in `agent-working` while the agent works in the one that is shown, and in
   * `chat-went-back` while going back could still be undone.
   */
  showBranch: inChat
    .errors({
      'no-such-message': failures['no-such-message'],
      'agent-working': failures['agent-working'],
      'chat-went-back': failures['chat-went-back'],
    })
    .input(
      z.object({
        ...inWorkspace,
        at: z.union([z.object({ messageId: messageIdSchema }), z.object({ toolCallId: toolCallIdSchema })]),
      }),
    )
    .output(z.object({ changed: z.boolean() })),
  /** Removes a summary: the agent reads the messages themselves again. */
  undoSummary: inChat.input(z.object({ ...inWorkspace, messageId: messageIdSchema })),
};

const ofTurn = { ...inWorkspace, messageId: messageIdSchema };

/**
 * `alsoChanged` where nothing tells that the agent changed it, `inWay` where it was changed after the turn; `kept` ones have
 * no lines.
 */
const turnFileSchema = fileDiffSchema.extend({
  kept: keptReasonSchema.optional(),
  alsoChanged: z.literal(true).optional(),
  inWay: z.literal(true).optional(),
});

export type TurnFile = z.infer<typeof turnFileSchema>;

export const turnChangeCalls = {
  /** The changes of a turn that still stand, joined to one a file. */
  readTurnChanges: inChat.input(z.object(ofTurn)).output(z.object({ files: z.array(turnFileSchema) })),
  /** Undoes those of these files that are as the turn left them. Ends in `undo-refused` where none is. */
  undoTurn: inChat
    .errors({ 'undo-refused': failures['undo-refused'] })
    .input(z.object({ ...ofTurn, paths: z.array(z.string()).min(1) })),
};

export const rewindCalls = {
  /** Returns the files that are others than before one of the person's messages by what the chat's agent did since. */
  readRewind: inChat.input(z.object(ofTurn)).output(z.object({ files: z.array(turnFileSchema) })),
  /**
   * Takes the chat back to before the message, and these files with it; its text and attachments are in the unsent
   * message then. Ends in `undo-refused` where neither was changed.
   */
  rewind: inChat
    .errors({ 'undo-refused': failures['undo-refused'] })
    .input(z.object({ ...ofTurn, paths: z.array(z.string()) })),
  /** Takes that back, while nothing was sent since. */
  undoRewind: inChat.errors({ 'undo-refused': failures['undo-refused'] }).input(z.object(inWorkspace)),
};

const ofPermission = { ...ofToolCall, permissionId: permissionIdSchema };

export const permissionCalls = {
  /** Takes the person's answer to exactly the permission they saw. A failure allows nothing. */
  answerPermission: inChat
    .errors({
      'permission-settled': failures['permission-settled'],
      'invalid-answer': failures['invalid-answer'],
    })
    .input(z.object({ ...ofPermission, answer: permissionAnswerSchema })),
  /**
   * Answers exactly the permissions that the person saw, of several chats for the same, each by itself. What was settled
   * or changed meanwhile is left out.
   */
  answerSameRequests: call
    .errors({ 'permission-settled': failures['permission-settled'] })
    .input(sameAnswerSchema)
    .output(z.object({ leftOut: z.array(workspaceIdSchema) })),
  /** Returns the last commands of the folder that a command is to run in, with the choices that would have covered each. */
  pastCommands: call.input(z.object(ofPermission)).output(pastCommandsSchema),
  /** Keeps unsent entries of a permission's card. */
  savePermissionDraft: call.input(z.object({ ...ofPermission, draft: permissionDraftSchema })),
};

export const ruleCalls = {
  /** A rule that is gone already stays so. */
  remove: call.input(z.object({ ruleId: ruleIdSchema })),
  /** Returns what each rule last answered, by the rule's id. */
  lastUses: call.output(z.record(z.string(), ruleUseSchema)),
  /** Returns what would become of a command line, of which nothing is run. */
  tryCommand: call.input(commandToTrySchema).output(triedCommandSchema),
  /** Returns the rules that a card about a command would offer. */
  offered: call.input(commandToTrySchema).output(offeredRulesSchema),
  /** Keeps a rule exactly as it was offered for a command; one that is there already stays. Ends in `rule-changed`. */
  add: call.errors({ 'rule-changed': failures['rule-changed'] }).input(ruleToAddSchema),
  /** Returns whether commands can be confined on this machine; `again` looks anew, as after an installation. */
  confinement: call.input(z.object({ again: z.boolean() })).output(confinementStateSchema),
  /** Has confined commands of a folder, an absolute path, run without a card, or ask again. */
  chooseConfined: call.input(z.object({ folder: z.string().min(1).max(4_096), unasked: z.boolean() })),
};

const ofForm = { ...ofToolCall, formId: formIdSchema };

export const formCalls = {
  /** Takes the person's answer to exactly the form they saw; one that breaks a rule leaves it waiting. */
  answerForm: inChat
    .errors({ 'form-settled': failures['form-settled'], 'invalid-answer': failures['invalid-answer'] })
    .input(z.object({ ...ofForm, answer: formAnswerSchema })),
  /** The person is done with what a link that they opened was for. */
  finishLink: inChat.input(z.object(ofForm)),
  /** Keeps unsent entries of a form; those of secrets are dropped. */
  saveFormDraft: call.input(z.object({ ...ofForm, draft: formDraftSchema })),
};

const ofAction = { ...inWorkspace, actionId: actionIdSchema };

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
  /** Merges a waiting edit with its files as they are now, and shows its preview anew if they have changed. */
  refreshPreview: inChat.input(z.object(ofAction)),
  /** Returns the files that keep an edit from being undone, or applied again after that. */
  filesInWay: inChat.input(z.object(ofAction)).output(z.object({ paths: z.array(z.string()) })),
  /** A plan as its file has it, the chat's newest unless one is named. Ends in `no-such-plan`. */
  readPlan: inChat
    .errors({ 'no-such-plan': failures['no-such-plan'] })
    .input(z.object({ ...inWorkspace, actionId: actionIdSchema.optional() }))
    .output(z.object({ title: z.string(), plan: z.string(), path: z.string() })),
  /** Undoes an applied edit. Ends in `undo-refused` if a file has changed since. */
  undoPreview: inChat.errors({ 'undo-refused': failures['undo-refused'] }).input(z.object(ofAction)),
  /** Applies an undone edit again. Ends in `undo-refused` if a file has changed since. */
  redoPreview: inChat.errors({ 'undo-refused': failures['undo-refused'] }).input(z.object(ofAction)),
  /** Sets who approves the chat's previews, from the next one on. */
  setApprovals: inChat.input(z.object({ ...inWorkspace, approvals: approvalsSchema })),
};
