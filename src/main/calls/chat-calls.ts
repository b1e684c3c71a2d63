import type { Context, ORPCErrorConstructorMap, Router } from '@orpc/server';
import type { ParleyContract } from '../../shared/contract/contract.ts';
import type { failures } from '../../shared/contract/failures.ts';
import { draftOf } from '../../shared/questions/answer-draft.ts';
import type { Answer } from '../../shared/questions/outcome.ts';
import type { Ask } from '../../shared/transcript/transcript.ts';
import type { Commands } from '../commands/commands.ts';
import type { Forms } from '../forms/forms.ts';
import type { Permissions, Rules } from '../permissions/permissions.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type {
  AskDetails,
  AskUserQuestionManager,
  SettleResult,
} from '../questions/ask-user-question-manager.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { PermissionStore } from '../storage/permission-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { agentOptionCalls } from './agent-option-calls.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';
import { attachmentCalls, messageCalls } from './message-calls.ts';
import { previewCalls } from './preview-calls.ts';
import { folderTrustCalls } from './trust-calls.ts';
import { readingCalls, workspaceCalls } from './workspace-calls.ts';

type Parts<Area extends (calls: Calls, parts: never) => unknown> = Parameters<Area>[1];

type ChatCallParts = Parts<typeof workspaceCalls> &
  Parts<typeof readingCalls> &
  Parts<typeof messageCalls> &
  Parts<typeof attachmentCalls> &
  Parts<typeof previewCalls> &
  Parts<typeof commandCalls> &
  Parts<typeof permissionCalls> &
  Parts<typeof folderTrustCalls> &
  Parts<typeof formCalls> &
  Parts<typeof agentOptionCalls> &
  Parts<typeof questionCalls>;

/** All calls about one chat. */
export function chatCalls(calls: Calls, parts: ChatCallParts): Router<ParleyContract['workspace'], Context> {
  return {
    ...workspaceCalls(calls, parts),
    ...readingCalls(calls, parts),
    ...messageCalls(calls, parts),
    ...attachmentCalls(calls, parts),
    ...previewCalls(calls, parts),
    ...commandCalls(calls, parts),
    ...permissionCalls(calls, parts),
    ...folderTrustCalls(calls, parts),
    ...formCalls(calls, parts),
    ...agentOptionCalls(calls, parts),
    ...questionCalls(calls, parts),
  };
}

type QuestionCallParts = {
  manager: AskUserQuestionManager<AskDetails>;
  asks: AskStore;
  timeouts: AskTimeouts;
};

/** The calls of a question card. */
function questionCalls(calls: Calls, { manager, asks, timeouts }: QuestionCallParts) {
  const { workspace } = calls;
  return {
    answerAskUserQuestion: workspace.answerAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, answers }, errors }) =>
        orFail(
          manager.answer(workspaceId, toolCallId, withOwnMarks(answers, asks.get(workspaceId, toolCallId))),
          errors,
        ),
    ),
    declineAskUserQuestion: workspace.declineAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, reason }, errors }) =>
        orFail(manager.decline(workspaceId, toolCallId, reason), errors),
    ),
    replyToAsker: workspace.replyToAsker.handler(({ input: { workspaceId, toolCallId, text }, errors }) => {
      const fromOutside = asks.get(workspaceId, toolCallId)?.presence !== undefined;
      if (!fromOutside) throw errors['not-pending']();
      orFail(manager.reply(workspaceId, toolCallId, text), errors);
    }),
    touchAsk: workspace.touchAsk.handler(({ input: { workspaceId, toolCallId } }) => {
      timeouts.touch(workspaceId, toolCallId);
    }),
    saveAskDraft: workspace.saveAskDraft.handler(({ input: { workspaceId, toolCallId, entries } }) => {
      if (asks.get(workspaceId, toolCallId) === undefined) return;
      asks.saveDraft(workspaceId, toolCallId, entries);
      timeouts.touch(workspaceId, toolCallId);
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
      throw errors['invalid-answer']({ message: result.problem, data: { problem: result.problem } });
  }
}

type PermissionCallParts = {
  permissions: Permissions;
  permissionStore: PermissionStore;
  workspaces: Pick<Workspaces, 'has'>;
};

/** The calls of a permission's card. */
function permissionCalls(
  { workspace }: Calls,
  { permissions, permissionStore, workspaces }: PermissionCallParts,
) {
  return {
    answerPermission: workspace.answerPermission
      .use(knownWorkspace(workspaces))
      .handler(({ input: { workspaceId, toolCallId, permissionId, answer }, errors }) => {
        const result = permissions.answer({ workspaceId, toolCallId }, permissionId, answer);
        if (result.ok) return;
        switch (result.failure) {
          case 'not-pending':
            throw errors['permission-settled']();
          case 'invalid-answer':
            throw errors['invalid-answer']({ message: result.problem, data: { problem: result.problem } });
        }
      }),
    savePermissionDraft: workspace.savePermissionDraft.handler(
      ({ input: { workspaceId, toolCallId, permissionId, draft } }) => {
        const known = permissionStore.ofCall({ workspaceId, toolCallId });
        const isOpen = known.some(({ shown }) => shown.id === permissionId && shown.settlement === null);
        if (isOpen) permissionStore.saveDraft(workspaceId, permissionId, draft);
      },
    ),
  };
}

/** The calls about the person's standing answers. */
export function ruleCalls({ rules: calls }: Calls, { rules }: { rules: Rules }) {
  return { remove: calls.remove.handler(({ input: { ruleId } }) => rules.remove(ruleId)) };
}

type FormCallParts = { forms: Forms; workspaces: Pick<Workspaces, 'has'> };

/** The calls of the card of a form or link. */
function formCalls({ workspace }: Calls, { forms, workspaces }: FormCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    answerForm: workspace.answerForm
      .use(known)
      .handler(async ({ input: { workspaceId, toolCallId, formId, answer }, errors }) => {
        const result = await forms.answer({ workspaceId, toolCallId }, formId, answer);
        if (result.ok) return;
        switch (result.failure) {
          case 'not-pending':
            throw errors['form-settled']();
          case 'invalid-answer':
            throw errors['invalid-answer']({ message: result.problem, data: { problem: result.problem } });
        }
      }),
    finishLink: workspace.finishLink
      .use(known)
      .handler(({ input: { workspaceId, toolCallId, formId } }) =>
        forms.finish({ workspaceId, toolCallId }, formId, 'person'),
      ),
    saveFormDraft: workspace.saveFormDraft.handler(({ input: { workspaceId, toolCallId, formId, draft } }) =>
      forms.saveDraft({ workspaceId, toolCallId }, formId, draft),
    ),
  };
}

type CommandCallParts = { running: Commands; workspaces: Workspaces };

/** The calls about commands that an agent runs. */
function commandCalls({ workspace }: Calls, { running, workspaces }: CommandCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    watchOutput: workspace.watchOutput
      .use(known)
      .handler(({ input: { workspaceId, toolCallId }, signal }) =>
        running.watch(workspaceId, toolCallId, signal),
      ),
    readOutput: workspace.readOutput
      .use(known)
      .handler(async ({ input: { workspaceId, toolCallId, from }, errors }) => {
        const page = await running.page(workspaceId, toolCallId, from);
        if (page === undefined) throw errors['no-output']();
        return page;
      }),
    stopCommand: workspace.stopCommand
      .use(known)
      .handler(({ input: { workspaceId, toolCallId } }) => running.stop(workspaceId, toolCallId)),
  };
}
