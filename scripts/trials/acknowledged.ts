import type { ToolCallId, WorkspaceId } from '../../src/shared/ids.ts';

/** A call by its chat and its own name, in one text. */
export const callKey = (workspaceId: WorkspaceId | string, toolCallId: ToolCallId | string) =>
  `${workspaceId} ${toolCallId}`;

/** What windows were told is stored, and what they had sent when they were cut off. */
export class Acknowledged {
  /** Keys of messages. */
  readonly messages = new Set<string>();
  /** Answered calls, with the label that was picked. */
  readonly answers = new Map<string, string>();
  /** Calls with a pick that is not sent yet. */
  readonly picks = new Map<string, string>();
  /** What the unsent message of a chat may be: the last text that is stored, and those on their way. */
  readonly drafts = new Map<WorkspaceId, readonly string[]>();
}
