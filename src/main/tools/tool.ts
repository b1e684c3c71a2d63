import type { z } from 'zod';
import { invalidInput, type ToolResult } from '../../shared/dialects/dialect.ts';
import type { ToolKind } from '../../shared/transcript/transcript.ts';
import type { ToolContext } from '../chat/chat-history.ts';

/** Something a model can call. */
export interface AgentTool {
  readonly name: string;
  /** The kind of part that a call of it is. */
  readonly kind: ToolKind;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  /**
   * Runs the tool on the model's raw input and returns the exact text it reads; invalid input is a failed
   * result.
   */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}

export type ToolDefinition<Schema extends z.ZodType> = {
  name: string;
  kind: ToolKind;
  description: string;
  inputSchema: Schema;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolResult>;
};

/** A tool that runs only with input of its schema; what is wrong with other input is a failed result. Throws when aborted. */
export function toolOf<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): AgentTool {
  const { name, kind, description, inputSchema } = definition;
  return {
    name,
    kind,
    description,
    inputSchema,
    async run(raw, context) {
      const parsed = inputSchema.safeParse(raw ?? {});
      if (!parsed.success) return { ok: false, text: invalidInput(name, parsed.error) };
      context.signal.throwIfAborted();
      return definition.run(parsed.data, context);
    },
  };
}
