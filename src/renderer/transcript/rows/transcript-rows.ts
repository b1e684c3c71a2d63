import type { MessageId, ToolCallId } from '../../../shared/ids.ts';
import type { MessagePosition } from '../../../shared/transcript/message-page.ts';
import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import type {
  AgentMessage,
  Ask,
  Message,
  OutsideMessage,
  Part,
  PartSpan,
  QuestionPart,
  SummaryPart,
  ToolPart,
  TurnChanges,
  UserMessage,
} from '../../../shared/transcript/transcript.ts';
import { showsForms } from '../../cards/form/form-card-kind.ts';
import { showsPermission } from '../../cards/permission/permission-card-kind.ts';
import { foldedParts, isSubagent } from '../tools/subagent-steps.ts';

/** Returns a function that turns messages into rows; the rows of an unchanged message are reused. */
export function createRowMaker(): (messages: readonly Message[]) => TranscriptRow[] {
  const made = new WeakMap<Message, TranscriptRow[]>();

  function rowsOf(message: Message): TranscriptRow[] {
    const known = made.get(message);
    if (known !== undefined) return known;
    const rows = message.role === 'user' ? userRows(message) : agentRows(message);
    made.set(message, rows);
    return rows;
  }

  return (messages) => {
    const rows: TranscriptRow[] = [];
    let speaker: Message['role'] | null = null;
    for (const message of messages) {
      for (const row of rowsOf(message)) {
        const before = rows.at(-1);
        const merged = before && mergeTools(before, row);
        if (merged) rows[rows.length - 1] = merged;
        else rows.push(row.first && speaker === message.role && message.role === 'agent' ? going(row) : row);
      }
      if (message.role !== 'user' || !message.queued) speaker = message.role;
    }
    return rows;
  };
}

const continued = new WeakMap<TranscriptRow, TranscriptRow>();

/** The row as a continuation of what the same speaker said before. */
function going(row: TranscriptRow): TranscriptRow {
  const known = continued.get(row);
  if (known !== undefined) return known;
  const changed = { ...row, first: false };
  continued.set(row, changed);
  return changed;
}

/** A queued message stands above the composer; its row comes when the agent gets it. */
function userRows(message: UserMessage): TranscriptRow[] {
  const { id: messageId, createdAt } = message;
  if (message.queued) return [];
  const key = `${messageId}`;
  return [{ type: 'user', key, messageId, partIndex: 0, createdAt, first: true, speaker: 'user', message }];
}

function agentRows(message: AgentMessage | OutsideMessage): TranscriptRow[] {
  const { id: messageId, createdAt, parts, role: speaker } = message;
  const rows: TranscriptRow[] = [];
  if (message.role === 'agent' && message.notes !== undefined) {
    const common = { messageId, partIndex: 0, createdAt, first: true, speaker };
    rows.push({ type: 'notes', key: `${messageId}.notes`, ...common, notes: message.notes });
  }
  const folds = foldedParts(parts);
  const folded = new Set<Part>([...folds.values()].flat());
  for (const [index, part] of parts.entries()) {
    if (folded.has(part)) continue;
    const key = `${messageId}.${index}`;
    const common = { key, messageId, partIndex: index, createdAt, first: rows.length === 0, speaker };
    const row = isToldByCard(part, parts)
      ? null
      : isSubagent(part)
        ? { type: 'subagent' as const, ...common, part, inner: folds.get(part) ?? [] }
        : partRow(part, common);
    if (row === null) continue;
    const before = rows.at(-1);
    const merged = before && mergeTools(before, row);
    if (merged) rows[rows.length - 1] = merged;
    else rows.push(row);
  }
  const last = rows.at(-1);
  if (last === undefined || message.role === 'outside' || message.changes === undefined) return rows;
  return [...rows.slice(0, -1), { ...last, changes: message.changes }];
}

/** Merged rows by their first neighbour, with the second one. */
const merges = new WeakMap<TranscriptRow, { next: TranscriptRow; merged: TranscriptRow }>();

/** Merges neighbouring looks into one line, and neighbouring refusals, also across steps. */
function mergeTools(before: TranscriptRow, next: TranscriptRow): TranscriptRow | null {
  if (before.type === 'tools' && next.type === 'tools') return merge(before, next);
  return before.type === 'refused' && next.type === 'refused' ? merge(before, next) : null;
}

type CallsRow = Extract<TranscriptRow, { calls: readonly ToolPart[] }>;

/** Returns the same row while both parts are the same, so that it is not rendered again. */
function merge<Row extends CallsRow>(before: Row, next: Row): TranscriptRow {
  const known = merges.get(before);
  if (known?.next === next) return known.merged;
  const merged = { ...before, calls: [...before.calls, ...next.calls], ...changesOf(next) };
  merges.set(before, { next, merged });
  return merged;
}

function changesOf({ changes }: TranscriptRow): Pick<RowBase, 'changes'> {
  return changes === undefined ? {} : { changes };
}

/** When the last of a row was said or done, in milliseconds since 1970; when its turn began where that is not known. */
export function endOf(row: TranscriptRow): number {
  switch (row.type) {
    case 'text':
    case 'reasoning':
      return row.span?.endedAt ?? row.createdAt;
    case 'tools':
    case 'refused':
      return row.calls.at(-1)?.span?.endedAt ?? row.createdAt;
    case 'card':
    case 'compaction':
    case 'limit':
    case 'subagent':
      return row.part.span?.endedAt ?? row.createdAt;
    case 'user':
    case 'supplied':
    case 'summary':
    case 'notes':
      return row.createdAt;
  }
}

/** Returns the index of the row that shows a part of a message, or stands in its place; -1 for none. */
export function rowIndexAt(rows: readonly TranscriptRow[], { messageId, part }: MessagePosition): number {
  return rows.findLastIndex(
    (row) => row.messageId < messageId || (row.messageId === messageId && row.partIndex <= part),
  );
}

type RowBase = {
  key: string;
  messageId: MessageId;
  /** The part of the message it begins with. */
  partIndex: number;
  createdAt: number;
  /** True for the first row of a speaker's turn. */
  first: boolean;
  speaker: Message['role'];
  /** On the last row of a message whose turn changed files. */
  changes?: TurnChanges;
};

/** A row of the conversation, belonging to the message it begins in. */
export type TranscriptRow = RowBase &
  (
    | { type: 'user'; message: UserMessage }
    | { type: 'text'; text: string; span: PartSpan | undefined }
    | { type: 'reasoning'; text: string; span: PartSpan | undefined }
    | { type: 'tools'; calls: readonly ToolPart[] }
    | { type: 'supplied'; toolCallId: ToolCallId; ask: Ask }
    | { type: 'refused'; calls: readonly QuestionPart[] }
    | { type: 'card'; part: ToolPart }
    | { type: 'summary'; part: SummaryPart }
    | { type: 'compaction'; part: ToolPart }
    | { type: 'limit'; part: ToolPart }
    | { type: 'subagent'; part: ToolPart; inner: readonly ToolPart[] }
    | { type: 'notes'; notes: readonly RequestNote[] }
  );

/** True for a call that joined another's change, and for one that had it decided: the card shows both. */
function isToldByCard(part: Part, parts: readonly Part[]): boolean {
  if (part.type !== 'tool' || part.kind !== 'preview' || part.action !== undefined) return false;
  if (part.toolName === 'resolve') return part.result?.ok !== false;
  return part.result?.ok === true && parts.some(hasCard);
}

function hasCard(part: Part): boolean {
  return part.type === 'tool' && part.kind === 'preview' && part.action !== undefined;
}

function partRow(part: Part, common: RowBase): TranscriptRow | null {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? null : { type: 'text', ...common, text: part.text, span: part.span };
    case 'reasoning':
      return part.text.trim() === ''
        ? null
        : { type: 'reasoning', ...common, text: part.text, span: part.span };
    case 'tool':
      return toolRow(part, common);
    case 'summary':
      return { type: 'summary', ...common, part };
  }
}

function toolRow(part: ToolPart, common: RowBase): TranscriptRow {
  if (showsForms(part) || showsPermission(part)) return { type: 'card', ...common, part };
  switch (part.kind) {
    case 'plain':
      return plainRow(part, common);
    case 'question':
    case 'command':
      if (part.ask?.settlement?.outcome.type === 'supplied')
        return { type: 'supplied', ...common, toolCallId: part.toolCallId, ask: part.ask };
      return isRefusedAsk(part)
        ? { type: 'refused', ...common, calls: [part] }
        : { type: 'card', ...common, part };
    case 'run':
      return part.run === null
        ? { type: 'tools', ...common, calls: [part] }
        : { type: 'card', ...common, part };
    case 'preview':
      return part.action === undefined
        ? { type: 'tools', ...common, calls: [part] }
        : { type: 'card', ...common, part };
  }
}

function plainRow(part: ToolPart, common: RowBase): TranscriptRow {
  if (part.work?.kind === 'summary') return { type: 'compaction', ...common, part };
  if (part.work?.kind === 'limit') return { type: 'limit', ...common, part };
  return { type: 'tools', ...common, calls: [part] };
}

/** True if a call failed before anybody could be asked. */
function isRefusedAsk({ ask, result }: QuestionPart): boolean {
  return ask === null && result !== null && !result.ok;
}
