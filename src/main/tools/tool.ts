import type { z } from 'zod';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { ToolKind } from '../../shared/transcript/transcript.ts';
import type { ToolContext } from '../chat/tool-context.ts';

/** Something a model can call. */
export interface AgentTool {
  readonly name: string;
  /** The kind of part that a call of it is. */
  readonly kind: ToolKind;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  /** False where it can't run on this machine; it is not offered there. Asked when a request is made. */
  readonly isAvailable?: () => boolean;
  /**
   * Runs the tool on the model's raw input and returns the exact text it reads; invalid input is a failed
   * result.
   */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}
