import type { Context, ORPCErrorConstructorMap, Router } from '@orpc/server';
import type { TrustedThing } from '../../shared/contract/app-contract.ts';
import type { ParleyContract } from '../../shared/contract/contract.ts';
import type { failures } from '../../shared/contract/failures.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { draftOf } from '../../shared/questions/answers.ts';
import type { Answer } from '../../shared/questions/questions.ts';
import type { Ask } from '../../shared/transcript/transcript.ts';
import type { SettleResult } from '../questions/ask-user-question-manager.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { agentOptionCalls } from './agent-option-calls.ts';
import { type Calls, withProblem } from './calls.ts';
import { outwardCalls } from './outward-calls.ts';
import { attachmentCalls, branchCalls, messageCalls } from './message-calls.ts';
import { previewCalls, rewindCalls, turnChangeCalls } from './preview-calls.ts';
import {
  folderCalls,
  listCalls,
  readingCalls,
  trustedBy,
  workspaceCalls,
  worktreeCalls,
} from './workspace-calls.ts';

/** All calls about one chat. */
export function chatCalls(calls: Calls): Router<ParleyContract['workspace'], Context> {
  return {
    ...listCalls(calls),
    ...workspaceCalls(calls),
    ...folderCalls(calls),
    ...worktreeCalls(calls),
    ...folderTrustCalls(calls),
    ...readingCalls(calls),
    ...messageCalls(calls),
    ...attachmentCalls(calls),
    ...branchCalls(calls),
    ...agentOptionCalls(calls),
    ...commandCalls(calls),
    ...questionCalls(calls),
    ...permissionCalls(calls),
    ...formCalls(calls),
    ...previewCalls(calls),
    ...turnChangeCalls(calls),
    ...rewindCalls(calls),
    ...outwardCalls(calls),
  };
}

/** The calls of a question's card. */
function questionCalls({ workspace }: Calls) {
  return {
    answerAskUserQuestion: workspace.answerAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, answers }, context: { asks, stores }, errors }) => {
        const marked = withOwnMarks(answers, stores.asks.get(workspaceId, toolCallId));
        orFail(asks.answer(workspaceId, toolCallId, marked), errors);
      },
    ),
    declineAskUserQuestion: workspace.declineAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, reason }, context: { asks }, errors }) =>
        orFail(asks.decline(workspaceId, toolCallId, reason), errors),
    ),
    replyToAsker: workspace.replyToAsker.handler(({ input, context: { asks, stores }, errors }) => {
      const { workspaceId, toolCallId, text } = input;
      const isFromOutside = stores.asks.get(workspaceId, toolCallId)?.presence !== undefined;
      if (!isFromOutside) throw errors['not-pending']();
      orFail(asks.reply(workspaceId, toolCallId, text), errors);
    }),
    touchAsk: workspace.touchAsk.handler(({ input, context: { askTimeouts } }) => {
      askTimeouts.touch(input.workspaceId, input.toolCallId);
    }),
    saveAskDraft: workspace.saveAskDraft.handler(({ input, context: { askTimeouts, stores } }) => {
      const { workspaceId, toolCallId, entries } = input;
      if (stores.asks.get(workspaceId, toolCallId) === undefined) return;
      stores.asks.saveDraft(workspaceId, toolCallId, entries);
      askTimeouts.touch(workspaceId, toolCallId);
    }),
  };
}

/** A window's answer counts as a timeout's choice only where the kept draft says so too. */
function withOwnMarks(answers: readonly Answer[], ask: Ask | undefined): Answer[] {
  return answers.map(({ auto: _, ...answer }) => {
    const kept = draftOf(ask?.draft ?? [], answer.questionId);
    const isSame = kept.auto === true && kept.picks.join('\n') === answer.picks.join('\n');
    return isSame && answer.custom === undefined ? { ...answer, auto: true } : answer;
  });
}

type Failures = ORPCErrorConstructorMap<Pick<typeof failures, 'not-pending' | 'invalid-answer'>>;

function orFail(result: SettleResult, errors: Failures): void {
  if (result.ok) return;
  switch (result.failure) {
    case 'not-pending':
      throw errors['not-pending']();
    case 'invalid-answer':
      throw errors['invalid-answer'](withProblem(result.problem));
  }
}

/** The calls of a permission's card. */
function permissionCalls({ workspace }: Calls) {
  return {
    answerPermission: workspace.answerPermission.handler(({ input, context: { permissions }, errors }) => {
      const result = permissions.answer(input, input.permissionId, input.answer);
      if (result.ok) return;
      switch (result.failure) {
        case 'not-pending':
          throw errors['permission-settled']();
        case 'invalid-answer':
          throw errors['invalid-answer'](withProblem(result.problem));
      }
    }),
    answerSameRequests: workspace.answerSameRequests.handler(
      ({ input, context: { sameRequests }, errors }) => {
        const result = sameRequests.answer(input);
        if (!result.ok) throw errors['permission-settled']();
        return { leftOut: result.leftOut };
      },
    ),
    pastCommands: workspace.pastCommands.handler(({ input, context: { permissions } }) =>
      permissions.pastCommands(input, input.permissionId),
    ),
    savePermissionDraft: workspace.savePermissionDraft.handler(({ input, context: { permissions } }) =>
      permissions.saveDraft(input, input.permissionId, input.draft),
    ),
  };
}

/** The calls of the card of a form or link. */
function formCalls({ workspace }: Calls) {
  return {
    answerForm: workspace.answerForm.handler(async ({ input, context: { forms }, errors }) => {
      const result = await forms.answer(input, input.formId, input.answer);
      if (result.ok) return;
      switch (result.failure) {
        case 'not-pending':
          throw errors['form-settled']();
        case 'invalid-answer':
          throw errors['invalid-answer'](withProblem(result.problem));
      }
    }),
    finishLink: workspace.finishLink.handler(({ input, context: { forms } }) =>
      forms.finish(input, input.formId, 'person'),
    ),
    saveFormDraft: workspace.saveFormDraft.handler(({ input, context: { forms } }) =>
      forms.saveDraft(input, input.formId, input.draft),
    ),
  };
}

/** The calls about commands that an agent runs. */
function commandCalls({ workspace }: Calls) {
  return {
    watchOutput: workspace.watchOutput.handler(({ input, context: { commands }, signal }) =>
      commands.watch(input.workspaceId, input.toolCallId, signal),
    ),
    readOutput: workspace.readOutput.handler(async ({ input, context: { commands }, errors }) => {
      const page = await commands.page(input.workspaceId, input.toolCallId, input.from);
      if (page === undefined) throw errors['no-output']();
      return page;
    }),
    stopCommand: workspace.stopCommand.handler(({ input, context: { commands } }) =>
      commands.stop(input.workspaceId, input.toolCallId),
    ),
    stopBackground: workspace.stopBackground.handler(({ input, context: { externalAgents } }) =>
      externalAgents.stopBackground(input.workspaceId),
    ),
  };
}

/** The calls about what of a chat's folder, and of the person's own tools, may be used. */
function folderTrustCalls({ workspace }: Calls) {
  return {
    readTrust: workspace.readTrust.handler(({ input, context: { trust, workspaces } }) => {
      const { folder, agent } = lookAt(workspaces, input.workspaceId, input.of);
      return trust.of(folder, agent);
    }),
    decideTrust: workspace.decideTrust.handler(async ({ input, context: { trust, workspaces }, errors }) => {
      const { workspaceId, of, fingerprint, trusted } = input;
      const isDecided = await trust.decide({ ...lookAt(workspaces, workspaceId, of), fingerprint }, trusted);
      if (!isDecided) throw errors['folder-changed']();
    }),
  };
}

function lookAt(workspaces: Workspaces, id: WorkspaceId, of: TrustedThing) {
  const { path, dataFolder } = workspaces.folder(id);
  switch (of) {
    case 'folder':
      return { folder: path, agent: trustedBy(workspaces.row(id)).agent };
    case 'own-tools':
      return { folder: dataFolder.path, agent: null };
  }
}
