import type { z } from 'zod';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { invalidInput, readInput } from '../../shared/dialects/tool-input.ts';
import type { ToolKind } from '../../shared/transcript/transcript.ts';
import type { ToolContext } from '../chat/chat-history.ts';

export interface AgentTool {
  readonly name: string;
  /** The kind of part that its calls are. */
  readonly kind: ToolKind;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  /** A JSON Schema from elsewhere, which the model gets in place of `inputSchema`. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** The name for people, if it differs. */
  readonly label?: string;
  /** False where it can't run on this machine; it is not offered there. Asked with every request. */
  readonly isAvailable?: () => boolean;
  /**
   * Runs the tool on the model's raw input and returns the exact text it reads; invalid input is a failed result.
   */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}

/** False for a tool that can't run on this machine. */
export function isAvailable(tool: AgentTool): boolean {
  return tool.isAvailable?.() ?? true;
}

/** Tools that a chat has beside Parley's own, such as those of its folder. */
export interface ToolSource {
  /** Returns the tools that a request of the chat may carry; never fails the request. */
  tools(chat: ToolChat): Promise<readonly AgentTool[]>;
  /** Returns the tool that a stored call names; undefined if it is not of this source. */
  find(name: string, chat: ToolChat): Promise<AgentTool | undefined>;
}

/** `folder` is an absolute path. */
export type ToolChat = { workspaceId: WorkspaceId; folder: string; mode: Mode };

export type ToolDefinition<Schema extends z.ZodType> = {
  name: string;
  kind: ToolKind;
  description: string;
  inputSchema: Schema;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolResult>;
};

/**
 * Makes a tool that runs only with input that can be read by its schema; a problem with other input is a failed
 * result. Throws when aborted.
 */
export function toolOf<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): AgentTool {
  const { name, kind, description, inputSchema } = definition;
  return {
    name,
    kind,
    description,
    inputSchema,
    async run(raw, context) {
      const parsed = readInput(inputSchema, raw ?? {});
      if (!parsed.success) return { ok: false, text: invalidInput(name, parsed.error) };
      context.signal.throwIfAborted();
      return definition.run(parsed.data, context);
    },
  };
}
