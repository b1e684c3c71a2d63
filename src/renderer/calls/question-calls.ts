import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Draft } from '../../shared/questions/draft.ts';
import type { Answer } from '../../shared/questions/outcome.ts';
import type { Connection } from '../connection/connection.ts';

/** What a question card asks of main. */
export type QuestionCalls = {
  answer(workspaceId: WorkspaceId, toolCallId: ToolCallId, answers: Answer[]): Promise<void>;
  decline(workspaceId: WorkspaceId, toolCallId: ToolCallId, reason?: string): Promise<void>;
  /** Gives an asker from outside a text instead of picks. */
  replyToAsker(workspaceId: WorkspaceId, toolCallId: ToolCallId, text: string): Promise<void>;
  /** Stops the countdown of an ask for good. */
  touchAsk(workspaceId: WorkspaceId, toolCallId: ToolCallId): Promise<void>;
  /** Keeps the unsent entries of some questions of an ask. */
  saveAskDraft(workspaceId: WorkspaceId, toolCallId: ToolCallId, entries: Draft): Promise<void>;
};

export function questionCalls({ call }: Connection): QuestionCalls {
  return {
    answer: (workspaceId, toolCallId, answers) =>
      call(
        async (client) =>
          void (await client.workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers })),
      ),
    decline: (workspaceId, toolCallId, reason) =>
      call(
        async (client) =>
          void (await client.workspace.declineAskUserQuestion({ workspaceId, toolCallId, reason })),
      ),
    replyToAsker: (workspaceId, toolCallId, text) =>
      call(async (client) => void (await client.workspace.replyToAsker({ workspaceId, toolCallId, text }))),
    touchAsk: (workspaceId, toolCallId) =>
      call(async (client) => void (await client.workspace.touchAsk({ workspaceId, toolCallId }))),
    saveAskDraft: (workspaceId, toolCallId, entries) =>
      call(
        async (client) => void (await client.workspace.saveAskDraft({ workspaceId, toolCallId, entries })),
      ),
  };
}
