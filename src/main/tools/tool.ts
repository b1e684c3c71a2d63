import type { z } from 'zod';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
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
  /** A JSON Schema that somebody else wrote, which the model gets in place of `inputSchema`. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** False where it can't run on this machine; it is not offered there. Asked when a request is made. */
  readonly isAvailable?: () => boolean;
  /**
   * Runs the tool on the model's raw input and returns the exact text it reads; invalid input is a failed
   * result.
   */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}

/** False for a tool that can't run on this machine. */
export function isAvailable(tool: AgentTool): boolean {
  return tool.isAvailable?.() ?? true;
}

/** Tools that a chat has beside Parley's own, such as those of its folder. */
export interface ToolSource {
  /** Returns those that a request of the chat may carry; nothing of it fails the request. */
  tools(chat: ToolChat): Promise<readonly AgentTool[]>;
  /** Returns the tool that a stored call names; undefined where it is none of this source. */
  find(name: string, chat: ToolChat): Promise<AgentTool | undefined>;
}

/** The chat that tools are for; `folder` is its absolute path. */
export type ToolChat = { workspaceId: WorkspaceId; folder: string; mode: Mode };

export type ToolDefinition<Schema extends z.ZodType> = {
  name: string;
  kind: ToolKind;
  description: string;
  inputSchema: Schema;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolResult>;
};

/**
 * A tool that runs only with input of its schema, where a field that is null is not there; what is wrong with
 * other input is a failed result. Throws when aborted.
 */
export function toolOf<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): AgentTool {
  const { name, kind, description, inputSchema } = definition;
  return {
    name,
    kind,
    description,
    inputSchema,
    async run(raw, context) {
      const parsed = inputSchema.safeParse(withoutNullFields(raw ?? {}));
      if (!parsed.success) return { ok: false, text: invalidInput(name, parsed.error) };
      context.signal.throwIfAborted();
      return definition.run(parsed.data, context);
    },
  };
}

/** Returns the input without its fields that are null; what stands deeper may be passed through unread. */
function withoutNullFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
