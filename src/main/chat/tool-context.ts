import type { MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { KnownFolder } from '../folder/known-folder.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';

/**
 * The origin of a tool call, and its time limit: until `signal` aborts. `step` is the number of the model
 * call within the message; `mode` is the chat's now, not when the model was asked.
 */
export type ToolContext = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  toolCallId: ToolCallId;
  step: number;
  mode: Mode;
  asker: string;
  folder: KnownFolder;
  /** The files that the person mentioned in the chat, relative to its folder. */
  mentions: () => readonly string[];
  signal: AbortSignal;
};
