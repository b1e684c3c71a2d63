import type {
  Ask,
  Message,
  Part,
  PartSpan,
  QuestionPart,
  SummaryPart,
  ToolPart,
  UserMessage,
} from '../../../shared/transcript/transcript.ts';
import type { MessageId, ToolCallId } from '../../../shared/ids.ts';
import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import type { TurnChanges } from '../../../shared/transcript/turn-changes.ts';
import { showsForms } from '../../cards/form/form-part.ts';
import { showsPermission } from '../../cards/permission/permission-part.ts';

export type RowBase = {
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

/** One row of the conversation's list, of the message it begins in. */
export type TranscriptRow = RowBase &
  (
    | { type: 'user'; message: UserMessage }
    | { type: 'text'; text: string }
    | { type: 'reasoning'; text: string; span: PartSpan | undefined }
    | { type: 'tools'; calls: readonly ToolPart[] }
    | { type: 'supplied'; toolCallId: ToolCallId; ask: Ask }
    | { type: 'refused'; calls: readonly QuestionPart[] }
    | { type: 'card'; part: ToolPart }
    | { type: 'summary'; part: SummaryPart }
    | { type: 'notes'; notes: readonly RequestNote[] }
  );

/** True of a call that joined into the change of another, and of one that had it decided: the card says both. */
export function isToldByCard(part: Part, parts: readonly Part[]): boolean {
  if (part.type !== 'tool' || part.kind !== 'preview' || part.action !== undefined) return false;
  if (part.toolName === 'resolve') return part.result?.ok !== false;
  return part.result?.ok === true && parts.some(hasCard);
}

function hasCard(part: Part): boolean {
  return part.type === 'tool' && part.kind === 'preview' && part.action !== undefined;
}

export function partRow(part: Part, common: RowBase): TranscriptRow | null {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? null : { type: 'text', ...common, text: part.text };
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
      return { type: 'tools', ...common, calls: [part] };
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

/** Says if a call came to nothing before anybody could be asked. */
function isRefusedAsk({ ask, result }: QuestionPart): boolean {
  return ask === null && result !== null && !result.ok;
}
