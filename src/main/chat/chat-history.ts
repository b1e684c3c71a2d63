import type { MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import type { PermissionOutcome } from '../../shared/permissions/permission-outcome.ts';
import type { Attachment } from '../../shared/transcript/attachment.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import type { AttachmentStore } from '../storage/attachment-store.ts';
import type { MessageRow, MessageStore } from '../storage/message-store.ts';
import type { PartRow, PartStore } from '../storage/part-store.ts';

/** One model call and what came of it; `complete` when the provider brought it to its end. */
export type Step = { complete: boolean; parts: PartRow[] };

/** A delivered message as the agent's next request needs it; `text` is what a command stands for. */
export type HistoryEntry =
  | { role: 'user'; messageId: MessageId; text: string; attachments: Attachment[] }
  | { role: 'agent'; messageId: MessageId; steps: Step[] };

export type HistoryStores = { messages: MessageStore; parts: PartStore; attachments: AttachmentStore };

/** Everything of a chat that was delivered, oldest first; in three statements, however long it is. */
export function readHistory(
  { messages, parts, attachments }: HistoryStores,
  workspaceId: WorkspaceId,
): HistoryEntry[] {
  const partsOf = parts.ofChat(workspaceId);
  const attachedTo = attachments.ofChat(workspaceId);
  return messages
    .delivered(workspaceId)
    .map((message) => toEntry(message, partsOf.get(message.id) ?? [], attachedTo.get(message.id) ?? []));
}

/** The end of the history, from the last answer that holds anything: all that decides what comes next. */
export function readHistoryEnd(
  { messages, parts, attachments }: HistoryStores,
  workspaceId: WorkspaceId,
): HistoryEntry[] {
  const end: HistoryEntry[] = [];
  for (const message of messages.deliveredFromEnd(workspaceId)) {
    const { id } = message;
    const entry = toEntry(message, parts.ofMessage(id), attachments.ofMessage(id));
    end.unshift(entry);
    if (entry.role === 'agent' && entry.steps.length > 0) break;
  }
  return end;
}

function toEntry(
  { id, role, command, complete_steps: complete }: MessageRow,
  rows: PartRow[],
  attachments: Attachment[],
): HistoryEntry {
  return role === 'user'
    ? { role, messageId: id, text: command?.text ?? textOf(rows), attachments }
    : { role, messageId: id, steps: toSteps(rows, complete) };
}

export function textOf(rows: readonly PartRow[]): string {
  return rows.map((row) => (row.type === 'tool' ? '' : row.text)).join('');
}

function toSteps(rows: readonly PartRow[], completeSteps: number): Step[] {
  const count = Math.max(completeSteps, ...rows.map(({ step }) => step + 1));
  return Array.from({ length: count }, (_, step) => ({
    complete: step < completeSteps,
    parts: rows.filter((row) => row.step === step),
  }));
}

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
  folder: ChatFolder;
  /** The files that the person mentioned in the chat, relative to its folder. */
  mentions: () => readonly string[];
  /** Asks whether the call may do something; see `Permissions.request`. */
  permit: (subject: PermissionSubject) => Promise<PermissionOutcome>;
  signal: AbortSignal;
};
