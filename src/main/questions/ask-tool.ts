import type { Dialect, ToolResult } from '../../shared/dialects/dialect.ts';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Outcome } from '../../shared/questions/outcome.ts';
import type { AgentTool, ToolContext } from '../agent/tool.ts';
import type { AskUserQuestionManager } from './ask-user-question-manager.ts';

/** What travels with an ask of a chat's agent: where its card stands and whose it is. */
export type AskDetails = { messageId: ToolContext['messageId']; asker: string };

/** What an ask tool needs to know of asks that were settled before a restart. */
export type SettledAsks = (workspaceId: WorkspaceId, toolCallId: ToolCallId) => Outcome | undefined;

/**
 * A dialect as a tool of the chat's agent: its input becomes an ask, the person's outcome the
 * text the model reads. A call that was answered but whose result was lost to a crash is not
 * asked again.
 */
export function createAskTool(
  dialect: Dialect,
  manager: AskUserQuestionManager<AskDetails>,
  settledAsks: SettledAsks,
): AgentTool {
  return {
    name: dialect.toolName,
    description: dialect.description,
    inputSchema: dialect.inputSchema,
    async run(input, context): Promise<ToolResult> {
      const parsed = dialect.parse(input);
      switch (parsed.type) {
        case 'refused':
          return { ok: false, text: parsed.error };
        case 'already-answered':
          return dialect.format(parsed.questions, parsed.outcome);
        case 'ask': {
          const { workspaceId, toolCallId, messageId, asker, signal } = context;
          const outcome =
            settledAsks(workspaceId, toolCallId) ??
            (await manager.registerPending(workspaceId, toolCallId, parsed.questions, {
              details: { messageId, asker },
              signal,
            }));
          return dialect.format(parsed.questions, outcome);
        }
      }
    },
  };
}
