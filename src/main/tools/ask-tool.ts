import type { Dialect, AskEnding, ToolResult } from '../../shared/dialects/dialect.ts';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { repliedInChat } from '../../shared/questions/endings.ts';
import type { Outcome } from '../../shared/questions/outcome.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { AgentTool } from './tool.ts';
import type { AskDetails, RecordSupplied } from '../questions/ask-journal.ts';
import type { AskUserQuestionManager } from '../questions/ask-user-question-manager.ts';

export type AskToolParts = {
  manager: AskUserQuestionManager<AskDetails>;
  /** Returns the stored outcome of an ask whose result was lost to a crash; it is not asked again. */
  settledBefore: (workspaceId: WorkspaceId, toolCallId: ToolCallId) => Outcome | undefined;
  /** Stores a call that brought its answers along, as its row and the ledger show it. */
  recordSupplied: RecordSupplied;
  /** True when the person has written a message that the agent has not read yet; that is the reply then. */
  hasReply: (workspaceId: WorkspaceId) => boolean;
  /** False where nobody can be asked. */
  canAsk: boolean;
};

/**
 * A dialect as a tool of the chat's agent: its input becomes an ask, the person's outcome the
 * text the model reads.
 */
export function createAskTool(
  dialect: Dialect,
  { manager, settledBefore, recordSupplied, hasReply, canAsk }: AskToolParts,
): AgentTool {
  function ask(questions: Question[], context: ToolContext): Promise<Outcome> {
    const { workspaceId, toolCallId, messageId, asker, signal } = context;
    const details = { messageId, asker, tool: dialect.toolName, outside: false };
    const outcome = manager.registerPending(workspaceId, toolCallId, questions, { details, signal });
    if (hasReply(workspaceId)) manager.cancel(workspaceId, toolCallId, repliedInChat, 'chat');
    return outcome;
  }

  return {
    name: dialect.toolName,
    kind: dialect.kind,
    description: dialect.description,
    inputSchema: dialect.inputSchema,
    async run(input, context): Promise<ToolResult> {
      const parsed = dialect.parse(input);
      switch (parsed.type) {
        case 'refused':
          return { ok: false, text: parsed.error, refusal: 'incomplete' };
        case 'done':
          return parsed.result;
        case 'supplied':
          recordSupplied(context, parsed.questions, parsed.outcome);
          return dialect.format(parsed.questions, parsed.outcome);
        case 'ask': {
          const before = settledBefore(context.workspaceId, context.toolCallId);
          const nobody: AskEnding = { type: 'nobody' };
          const outcome = before ?? (canAsk ? await ask(parsed.questions, context) : nobody);
          return dialect.format(parsed.questions, outcome);
        }
      }
    },
  };
}
