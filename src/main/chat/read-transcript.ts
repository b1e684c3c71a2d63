import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { Message, Part, Transcript } from '../../shared/transcript/transcript.ts';
import type { ActionStore } from '../storage/action-store.ts';
import type { AskStore, StoredAsk } from '../storage/ask-store.ts';
import type { MessageRow } from '../storage/message-store.ts';
import type { PartRow } from '../storage/part-store.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import { isEmptyDraft } from '../../shared/resolve/preview-draft.ts';
import { type HistoryStores, textOf } from './chat-history.ts';

export type TranscriptStores = HistoryStores & {
  asks: AskStore;
  actions: ActionStore;
  previewDrafts: PreviewDraftStore;
};

type StagedHere = ReturnType<ActionStore['ofMessage']>[number];

/** How many messages a window loads at a time. */
const pageSize = 60;

/** The newest messages of a chat, or those before the one with the given id. */
export function readTranscript(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  before?: MessageId,
): Transcript {
  const rows = stores.messages.page(workspaceId, before ?? Number.MAX_SAFE_INTEGER, pageSize + 1);
  const hasEarlier = rows.length > pageSize;
  return { messages: rows.slice(hasEarlier ? 1 : 0).map((row) => toMessage(stores, row)), hasEarlier };
}

function toMessage(stores: TranscriptStores, row: MessageRow): Message {
  const { parts, asks, actions, attachments } = stores;
  const { id, created_at: createdAt } = row;
  const rows = parts.ofMessage(id);
  if (row.role === 'user') {
    const { queued, mentions } = row;
    return {
      role: 'user',
      id,
      createdAt,
      text: textOf(rows),
      queued,
      mentions,
      attachments: attachments.ofMessage(id),
    };
  }
  const ofMessage = asks.ofMessage(id);
  const staged = actions.ofMessage(id);
  return {
    role: row.outside ? 'outside' : 'agent',
    id,
    createdAt,
    parts: rows.map((part) => withUnsent(stores, toPart(part, ofMessage, staged), staged)),
  };
}

/** A call that staged a change with what its card holds unsent. */
function withUnsent({ previewDrafts }: TranscriptStores, part: Part, staged: readonly StagedHere[]): Part {
  const stored = staged.find(({ shown }) => part.type === 'tool' && shown === part.action);
  if (stored === undefined || part.type !== 'tool') return part;
  const unsent = previewDrafts.unsent(stored);
  return isEmptyDraft(unsent) ? part : { ...part, unsent };
}

function toPart(row: PartRow, asks: readonly StoredAsk[], staged: readonly StagedHere[]): Part {
  if (row.type !== 'tool') return { type: row.type, text: row.text };
  const { tool_call_id: toolCallId, tool_name: toolName, input, result } = row;
  const ask = asks.find((stored) => stored.toolCallId === toolCallId)?.ask ?? null;
  const action = staged.find((stored) => stored.toolCallId === toolCallId);
  const part = { type: 'tool' as const, toolCallId, toolName, input, ask, result };
  if (action === undefined) return part;
  const { shown, presence } = action;
  return { ...part, action: shown, ...(presence !== null && { presence }) };
}
