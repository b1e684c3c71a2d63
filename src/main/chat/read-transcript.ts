import type { Form } from '../../shared/forms/form.ts';
import type { MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Permission } from '../../shared/permissions/permission.ts';
import { isEmptyDraft } from '../../shared/previews/preview-draft.ts';
import { callOfKind } from '../../shared/transcript/call-of-kind.ts';
import type { MessagePage, PagePosition } from '../../shared/transcript/message-page.ts';
import type { Message, Part, Transcript } from '../../shared/transcript/transcript.ts';
import type { ActionStore } from '../storage/action-store.ts';
import type { AskStore, StoredAsk } from '../storage/ask-store.ts';
import type { CommandStore, StoredCommand } from '../storage/command-store.ts';
import type { FormStore } from '../storage/form-store.ts';
import type { BranchStore, MessageRow } from '../storage/message-store.ts';
import { type NewPart, type PartRow, spanOf } from '../storage/part-store.ts';
import type { PermissionStore } from '../storage/permission-store.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import type { SearchStore } from '../storage/search-store.ts';
import type { TurnChangeStore } from '../storage/turn-change-store.ts';
import { type HistoryStores, textOf } from './chat-history.ts';

export type TranscriptStores = ShownStores & { search: SearchStore; branches: BranchStore };

/** The messages a window begins with, and loads at a time by default; with fewer, a wheel outruns it. */
const pageSize = 60;

/** The most messages a window begins with in order to include what waits for the person. */
const farthest = 500;

/** The newest messages of a chat: a page, or all since the oldest that waits for the person. */
export function readTranscript(stores: TranscriptStores, workspaceId: WorkspaceId): Transcript {
  const waiting = Math.min(farthest, stores.search.countSinceWaiting(workspaceId));
  return messagesBefore(stores, workspaceId, Number.MAX_SAFE_INTEGER, Math.max(pageSize, waiting));
}

/** Some messages of a chat from anywhere in it; undefined when it has no call that is asked about. */
export function readPage(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  at: PagePosition,
  count = pageSize,
): MessagePage | undefined {
  switch (at.type) {
    case 'before':
      return { ...messagesBefore(stores, workspaceId, at.messageId, count), hasLater: true };
    case 'after':
      return { ...messagesAfter(stores, workspaceId, at.messageId, count), hasEarlier: true };
    case 'start':
      return { ...messagesAfter(stores, workspaceId, 0, count), hasEarlier: false };
    case 'around':
      return messagesAround(stores, workspaceId, at.messageId, count);
    case 'call': {
      const messageId = stores.search.messageOfCall(workspaceId, at.toolCallId);
      return messageId && messagesAround(stores, workspaceId, messageId, count);
    }
  }
}

function messagesAround(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  id: MessageId,
  count: number,
): MessagePage {
  const half = Math.ceil(count / 2);
  const { messages: earlier, hasEarlier } = messagesBefore(stores, workspaceId, id, half);
  const { messages, hasLater } = messagesAfter(stores, workspaceId, id - 1, half);
  return { messages: [...earlier, ...messages], hasEarlier, hasLater };
}

function messagesBefore(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  before: number,
  count: number,
): Transcript {
  const rows = stores.messages.page(workspaceId, before, count + 1);
  const hasEarlier = rows.length > count;
  const versions = stores.branches.versions(workspaceId);
  const messages = rows.slice(hasEarlier ? 1 : 0).map((row) => toMessage(stores, row, versions));
  return { messages, hasEarlier };
}

function messagesAfter(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  after: number,
  count: number,
): Pick<MessagePage, 'messages' | 'hasLater'> {
  const rows = stores.messages.pageAfter(workspaceId, after, count + 1);
  const versions = stores.branches.versions(workspaceId);
  return {
    messages: rows.slice(0, count).map((row) => toMessage(stores, row, versions)),
    hasLater: rows.length > count,
  };
}

/** The stores of what a message is shown with. */
type ShownStores = HistoryStores & {
  asks: AskStore;
  actions: ActionStore;
  commands: CommandStore;
  permissions: PermissionStore;
  forms: FormStore;
  previewDrafts: PreviewDraftStore;
  turnChanges: TurnChangeStore;
};

type StagedHere = ReturnType<ActionStore['ofMessage']>[number];

/** Returns a message as the windows see it; `versions` are those of messages that were sent anew. */
function toMessage(
  stores: ShownStores,
  row: MessageRow,
  versions: ReadonlyMap<MessageId, MessageId[]>,
): Message {
  const { parts, asks, actions, permissions, forms, attachments } = stores;
  const { id, created_at: createdAt } = row;
  const rows = parts.ofMessage(id);
  if (row.role === 'user') {
    const { queued, mentions, command } = row;
    const ofThis = versions.get(id);
    return {
      role: 'user',
      id,
      createdAt,
      text: textOf(rows),
      queued,
      mentions,
      attachments: attachments.ofMessage(id),
      ...(command !== null && { command }),
      ...(ofThis !== undefined && { versions: ofThis }),
      ...(row.notes !== null && { notes: row.notes }),
    };
  }
  if (row.summarises !== null) {
    const [text = '', ...decisions] = rows.map((part) => textOf([part]));
    return { role: 'agent', id, createdAt, parts: [{ type: 'summary', text, decisions }] };
  }
  const ofMessage = asks.ofMessage(id);
  const staged = actions.ofMessage(id);
  const commands = rows.some((part) => part.type === 'tool' && part.kind === 'run')
    ? stores.commands.ofMessage(id)
    : [];
  // The last that a call asked for takes the place of those before.
  const permissionOf = new Map(permissions.ofMessage(id).map((one) => [one.toolCallId, one.shown]));
  const formsOf = Map.groupBy(forms.ofMessage(id), ({ toolCallId }) => toolCallId);
  const waitedFor = (toolCallId: ToolCallId): WaitedFor => {
    const permission = permissionOf.get(toolCallId);
    const asked = formsOf.get(toolCallId)?.map(({ shown }) => shown);
    return { ...(permission && { permission }), ...(asked && { forms: asked }) };
  };
  const said = {
    id,
    createdAt,
    parts: rows
      .map((part) => withUnsent(stores, toPart(part, ofMessage, staged, waitedFor), staged))
      .map((part) => withRun(part, commands)),
  };
  if (row.outside) return { role: 'outside', ...said };
  const changes = stores.turnChanges.shown(id);
  return {
    role: 'agent',
    ...said,
    ...(changes && { changes }),
    ...(row.notes !== null && { notes: row.notes }),
  };
}

function withRun(part: Part, commands: readonly StoredCommand[]): Part {
  if (part.type !== 'tool' || part.kind !== 'run') return part;
  const stored = commands.find(({ toolCallId }) => toolCallId === part.toolCallId);
  return stored === undefined ? part : { ...part, run: stored.run };
}

/** A call that staged a change with what its card holds unsent. */
function withUnsent({ previewDrafts }: ShownStores, part: Part, staged: readonly StagedHere[]): Part {
  if (part.type !== 'tool' || part.kind !== 'preview') return part;
  const stored = staged.find(({ shown }) => shown === part.action);
  if (stored === undefined) return part;
  const unsent = previewDrafts.unsent(stored);
  return isEmptyDraft(unsent) ? part : { ...part, unsent };
}

type WaitedFor = { permission?: Permission; forms?: Form[] };

function toPart(
  row: PartRow,
  asks: readonly StoredAsk[],
  staged: readonly StagedHere[],
  waitedFor: (toolCallId: ToolCallId) => WaitedFor,
): Part {
  const span = spanOf(row);
  const spanned = span && { span };
  if (row.type !== 'tool') return { type: row.type, text: row.text, ...spanned };
  const { tool_call_id: toolCallId, tool_name: toolName, input, result, work } = row;
  const ask = asks.find((stored) => stored.toolCallId === toolCallId)?.ask;
  const change = staged.find((stored) => stored.toolCallId === toolCallId);
  const more = { ...spanned, ...waitedFor(toolCallId), ...(work !== null && { work }) };
  return callOfKind(
    row.kind,
    { toolCallId, toolName, input, result, ...more },
    { ask, change: change && shownOf(change) },
  );
}

function shownOf({ shown: action, presence }: Pick<StagedHere, 'shown' | 'presence'>) {
  return { action, ...(presence !== null && { presence }) };
}

/** A new part as the windows see it. */
export function shownAs(part: NewPart): Part {
  if (part.type !== 'tool') return { type: part.type, text: part.text };
  const { kind, toolCallId, toolName, input, work } = part;
  return callOfKind(kind, { toolCallId, toolName, input, result: null, ...(work && { work }) });
}
