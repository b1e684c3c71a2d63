import type { Dialect, AskEnding, ToolResult } from '../../shared/dialects/dialect.ts';
import type { Outcome, Question } from '../../shared/questions/questions.ts';
import { repliedInChat } from '../../shared/questions/cancel-reasons.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { AgentTool } from './tool.ts';
import type {
  AskDetails,
  AskUserQuestionManager,
  RecordSupplied,
} from '../questions/ask-user-question-manager.ts';

export type AskToolDeps = {
  manager: AskUserQuestionManager<AskDetails>;
  /** Has the outcome of an ask whose result was lost to a crash; it is not asked again. */
  asks: Pick<AskStore, 'get'>;
  /** Stores a call that brought its answers along, for its row and the ledger. */
  recordSupplied: RecordSupplied;
  /** A message that the person has written, and the agent has not read yet, is the reply. */
  messages: Pick<PersonMessages, 'hasQueued'>;
  /** False where nobody can be asked. */
  canAsk: boolean;
};

/**
 * Makes a dialect a tool of the chat's agent: its input becomes an ask, the person's outcome the text for the
 * model.
 */
export function createAskTool(
  dialect: Dialect,
  { manager, asks, recordSupplied, messages, canAsk }: AskToolDeps,
): AgentTool {
  function ask(questions: Question[], context: ToolContext): Promise<Outcome> {
    const { workspaceId, toolCallId, messageId, asker, signal } = context;
    const details = { messageId, asker, tool: dialect.toolName, outside: false };
    const outcome = manager.registerPending(workspaceId, toolCallId, questions, { details, signal });
    if (messages.hasQueued(workspaceId)) manager.cancel(workspaceId, toolCallId, repliedInChat, 'chat');
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
          const before = asks.get(context.workspaceId, context.toolCallId)?.settlement?.outcome;
          const nobody: AskEnding = { type: 'nobody' };
          const outcome = before ?? (canAsk ? await ask(parsed.questions, context) : nobody);
          return dialect.format(parsed.questions, outcome);
        }
      }
    },
  };
}
