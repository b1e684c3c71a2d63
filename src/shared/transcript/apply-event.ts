import type { MessageId, ToolCallId } from '../ids.ts';
import type {
  AgentMessage,
  Ask,
  Message,
  Part,
  PartSpan,
  ProgressItem,
  ToolPart,
  Transcript,
} from './transcript.ts';
import type { TranscriptEvent } from './transcript-event.ts';
import { changedCall } from './changed-call.ts';

/**
 * The transcript after one more event. Pure; what the event does not touch keeps its identity, so
 * that finished rows never render again. An event about a message that is not loaded changes nothing.
 */
export function applyEvent(transcript: Transcript, event: TranscriptEvent): Transcript {
  switch (event.type) {
    case 'message-added':
      return { ...transcript, messages: [...transcript.messages, event.message] };
    case 'messages-replaced':
      return withReplaced(transcript, event);
    case 'branch-shown':
      return event.transcript;
    case 'message-delivered':
      return withMessage(transcript, event.messageId, (message) =>
        message.role === 'user' ? { ...message, queued: false } : message,
      );
    case 'message-withdrawn':
      return { ...transcript, messages: transcript.messages.filter(({ id }) => id !== event.messageId) };
    case 'summary-edited':
      return withParts(transcript, event.messageId, (parts) =>
        parts.map((part) => (part.type === 'summary' ? { ...part, text: event.text } : part)),
      );
    case 'part-added':
      return withParts(transcript, event.messageId, (parts) => [...parts, event.part]);
    case 'text-appended':
      return withPart(transcript, event, (part) => appendText(part, event.text));
    case 'text-was-thought':
      return withPart(transcript, event, (part) =>
        part.type === 'text' ? { type: 'reasoning', text: part.text } : part,
      );
    case 'part-ended':
      return withPart(transcript, event, (part) => withSpan(part, event.span));
    case 'ask-opened':
      return withCall(transcript, event, (part) => ('ask' in part ? { ...part, ask: event.ask } : part));
    case 'ask-timeout-changed':
      return withCall(transcript, event, (part) => withAsk(part, { timeout: event.timeout }));
    case 'asker-presence-changed':
      return withCall(transcript, event, (part) =>
        part.kind === 'preview'
          ? { ...part, presence: event.presence }
          : withAsk(part, { presence: event.presence }),
      );
    case 'ask-settled':
      return withCall(transcript, event, (part) => withAsk(part, { settlement: event.settlement }));
    case 'action-changed':
    case 'run-changed':
    case 'permission-changed':
    case 'form-changed':
    case 'call-changed':
    case 'tool-settled':
      return withCall(transcript, event, (part) => changedCall(part, event));
    case 'turn-changed':
      return withAnswer(transcript, event.messageId, () => ({ changes: event.changes }));
    case 'request-noted':
      return withMessage(transcript, event.messageId, (message) =>
        message.role === 'outside'
          ? message
          : { ...message, notes: [...(message.notes ?? []), ...event.notes] },
      );
    case 'progress-changed':
      return withProgress(transcript, event.items);
  }
}

function withProgress({ progress: _, ...transcript }: Transcript, items: ProgressItem[]): Transcript {
  return items.length === 0 ? transcript : { ...transcript, progress: items };
}

type Replaced = Extract<TranscriptEvent, { type: 'messages-replaced' }>;

/** A message in the place of another one and of all after it, except outside ones. */
function withReplaced({ rewound: _, ...transcript }: Transcript, { from, message }: Replaced): Transcript {
  const kept = transcript.messages.filter(({ id, role }) => id < from || role === 'outside');
  return { ...transcript, messages: [...kept, message] };
}

function withAsk(part: ToolPart, change: Partial<Ask>): ToolPart {
  return 'ask' in part && part.ask !== null ? { ...part, ask: { ...part.ask, ...change } } : part;
}

function withSpan(part: Part, span: PartSpan): Part {
  return part.type === 'summary' ? part : { ...part, span };
}

/** The transcript with one part of a message changed. */
function withPart(
  transcript: Transcript,
  { messageId, part: changed }: { messageId: MessageId; part: number },
  change: (part: Part) => Part,
): Transcript {
  return withParts(transcript, messageId, (parts) =>
    parts.map((part, index) => (index === changed ? change(part) : part)),
  );
}

function appendText(part: Part, text: string): Part {
  return part.type === 'tool' ? part : { ...part, text: part.text + text };
}

function withMessage(
  transcript: Transcript,
  id: MessageId,
  change: (message: Message) => Message,
): Transcript {
  const index = transcript.messages.findLastIndex((message) => message.id === id);
  const message = transcript.messages[index];
  return message === undefined
    ? transcript
    : { ...transcript, messages: transcript.messages.with(index, change(message)) };
}

function withAnswer(
  transcript: Transcript,
  id: MessageId,
  change: (message: AgentMessage) => Partial<AgentMessage>,
): Transcript {
  return withMessage(transcript, id, (message) =>
    message.role === 'agent' ? { ...message, ...change(message) } : message,
  );
}

function withParts(transcript: Transcript, id: MessageId, change: (parts: Part[]) => Part[]): Transcript {
  return withMessage(transcript, id, (message) =>
    message.role === 'user' ? message : { ...message, parts: change(message.parts) },
  );
}

function withCall(
  transcript: Transcript,
  { messageId, toolCallId }: { messageId: MessageId; toolCallId: ToolCallId },
  change: (part: ToolPart) => ToolPart,
): Transcript {
  return withParts(transcript, messageId, (parts) =>
    parts.map((part) => (part.type === 'tool' && part.toolCallId === toolCallId ? change(part) : part)),
  );
}
