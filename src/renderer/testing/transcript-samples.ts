import type { MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Message, Part, ToolPart } from '../../shared/transcript/transcript.ts';

export function userMessage(id: number, text = 'hello'): Message {
  return {
    role: 'user',
    id: messageId(id),
    createdAt: 0,
    text,
    queued: false,
    mentions: [],
    attachments: [],
  };
}

export function agentMessage(id: number, ...parts: Part[]): Message {
  return { role: 'agent', id: messageId(id), createdAt: 0, parts };
}

/** A call of a tool that has come to its end, unless `more` says otherwise. */
export function toolCall(id: string, toolName: string, more: Partial<ToolPart> = {}): ToolPart {
  const result = { ok: true, text: '' };
  return { type: 'tool', toolCallId: toolCallId(id), toolName, input: {}, ask: null, result, ...more };
}

export function messageId(value: number): MessageId {
  if (!isMessageId(value)) throw new Error(`${value} is no message's id`);
  return value;
}

export function workspaceId(value: string): WorkspaceId {
  if (!isWorkspaceId(value)) throw new Error('A workspace needs an id');
  return value;
}

function toolCallId(value: string): ToolCallId {
  if (!isToolCallId(value)) throw new Error('A call needs an id');
  return value;
}

function isMessageId(value: number): value is MessageId {
  return Number.isInteger(value) && value > 0;
}

function isWorkspaceId(value: string): value is WorkspaceId {
  return value !== '';
}

function isToolCallId(value: string): value is ToolCallId {
  return value !== '';
}
