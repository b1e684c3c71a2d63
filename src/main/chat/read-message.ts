import type { Form } from '../../shared/forms/form.ts';
import type { MessageId, ToolCallId } from '../../shared/ids.ts';
import { callOfKind } from '../../shared/transcript/call-of-kind.ts';
import type { Message, Part } from '../../shared/transcript/transcript.ts';
import type { ActionStore } from '../storage/action-store.ts';
import type { AskStore, StoredAsk } from '../storage/ask-store.ts';
import type { CommandStore, StoredCommand } from '../storage/command-store.ts';
import type { FormStore } from '../storage/form-store.ts';
import type { MessageRow } from '../storage/message-store.ts';
import type { PermissionStore } from '../storage/permission-store.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import type { TurnChangeStore } from '../storage/turn-change-store.ts';
import type { Permission } from '../../shared/permissions/permission.ts';
import type { NewPart } from '../storage/part-store.ts';
import { type PartRow, spanOf } from '../storage/part-row.ts';
import { isEmptyDraft } from '../../shared/previews/preview-draft.ts';
import { type HistoryStores, textOf } from './chat-history.ts';

/** The stores of what a message is shown with. */
export type ShownStores = HistoryStores & {
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
export function toMessage(
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

/** A call that has started a command with that. */
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

/** The requests of a call beside those of its kind. */
type WaitedFor = { permission?: Permission; forms?: Form[] };

function toPart(
  row: PartRow,
  asks: readonly StoredAsk[],
  staged: readonly StagedHere[],
  waitedFor: (toolCallId: ToolCallId) => WaitedFor,
): Part {
  if (row.type === 'text') return { type: row.type, text: row.text };
  const span = spanOf(row);
  const spanned = span && { span };
  if (row.type === 'reasoning') return { type: row.type, text: row.text, ...spanned };
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
