import type { z } from 'zod';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';

/**
 * Where a call comes from, who made it, and how long it may take: until `signal` aborts. `step` is the
 * number of the model call within the message; `mode` is the chat's now, not when the model was asked.
 */
export type ToolContext = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  toolCallId: ToolCallId;
  step: number;
  mode: Mode;
  asker: string;
  folder: string;
  signal: AbortSignal;
};

/** Something a model can call. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  /** Takes the model's raw input and answers with the exact text it reads; bad input is a failed result. */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}
