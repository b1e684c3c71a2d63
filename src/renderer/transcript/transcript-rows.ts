import type {
  AgentMessage,
  Message,
  Part,
  ToolPart,
  UserMessage,
} from '../../shared/transcript/transcript.ts';
import { isRefusedAsk } from '../cards/plain-card.tsx';

/** One row of the conversation's list. `first` opens the person's or the agent's say. */
export type TranscriptRow = { key: string; first: boolean } & (
  | { type: 'user'; message: UserMessage }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tools'; calls: readonly ToolPart[] }
  | { type: 'refused'; calls: readonly ToolPart[] }
  | { type: 'card'; part: ToolPart }
);

/** Tools that ask the person; their calls are cards, also when they were refused. */
const askTools = new Set(['ask_user_question', 'ask', 'ask_user']);

/** Turns messages into rows; what it made of a message is kept for as long as that is the same. */
export function createRowMaker(): (messages: readonly Message[]) => TranscriptRow[] {
  const made = new WeakMap<Message, TranscriptRow[]>();

  function rowsOf(message: Message): TranscriptRow[] {
    const known = made.get(message);
    if (known !== undefined) return known;
    const rows = message.role === 'user' ? [userRow(message)] : agentRows(message);
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
      speaker = message.role;
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

function userRow(message: UserMessage): TranscriptRow {
  return { type: 'user', key: `${message.id}`, first: true, message };
}

function agentRows({ id, parts }: AgentMessage): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  for (const [index, part] of parts.entries()) {
    const row = partRow(part, `${id}.${index}`, rows.length === 0);
    if (row === null) continue;
    const before = rows.at(-1);
    const merged = before && mergeTools(before, row);
    if (merged) rows[rows.length - 1] = merged;
    else rows.push(row);
  }
  return rows;
}

function partRow(part: Part, key: string, first: boolean): TranscriptRow | null {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? null : { type: 'text', key, first, text: part.text };
    case 'reasoning':
      return part.text.trim() === '' ? null : { type: 'reasoning', key, first, text: part.text };
    case 'tool':
      if (part.ask === null && !askTools.has(part.toolName))
        return { type: 'tools', key, first, calls: [part] };
      return isRefusedAsk(part)
        ? { type: 'refused', key, first, calls: [part] }
        : { type: 'card', key, first, part };
  }
}

/** Neighbouring looks share a line, and so do neighbouring refusals, also those of several steps. */
function mergeTools(before: TranscriptRow, row: TranscriptRow): TranscriptRow | null {
  if (before.type === 'tools' && row.type === 'tools') return joined(before, row.calls);
  return before.type === 'refused' && row.type === 'refused' ? joined(before, row.calls) : null;
}

function joined<Row extends { calls: readonly ToolPart[] }>(row: Row, calls: readonly ToolPart[]): Row {
  return { ...row, calls: [...row.calls, ...calls] };
}

/** The calls that wait for the person, oldest first. */
export function waitingCards(rows: readonly TranscriptRow[]): ToolPart[] {
  return rows.flatMap((row) =>
    row.type === 'card' && row.part.ask !== null && row.part.ask.settlement === null ? [row.part] : [],
  );
}
