import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { Attachment } from '../../shared/transcript/attachment.ts';
import type { AttachmentStore } from '../storage/attachment-store.ts';
import type { MessageStore } from '../storage/message-store.ts';
import type { PartRow, PartStore } from '../storage/part-store.ts';

/** One model call and what came of it; `complete` when the provider brought it to its end. */
export type Step = { complete: boolean; parts: PartRow[] };

/** A delivered message as the agent's next request needs it. */
export type HistoryEntry =
  | { role: 'user'; text: string; attachments: Attachment[] }
  | { role: 'agent'; messageId: MessageId; steps: Step[] };

export type HistoryStores = { messages: MessageStore; parts: PartStore; attachments: AttachmentStore };

/** Everything of a chat that was delivered, oldest first. */
export function readHistory(
  { messages, parts, attachments }: HistoryStores,
  workspaceId: WorkspaceId,
): HistoryEntry[] {
  return messages.delivered(workspaceId).map((message) => {
    const rows = parts.ofMessage(message.id);
    return message.role === 'user'
      ? { role: 'user', text: textOf(rows), attachments: attachments.ofMessage(message.id) }
      : { role: 'agent', messageId: message.id, steps: toSteps(rows, message.complete_steps) };
  });
}

/** The text parts of a message, joined. */
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
