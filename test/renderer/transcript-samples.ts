import type { ActionId, MessageId, PermissionId, ToolCallId, WorkspaceId } from '../../src/shared/ids.ts';
import type { Permission } from '../../src/shared/permissions/permission.ts';
import type { PendingAction } from '../../src/shared/previews/pending-action.ts';
import type { AttachmentId } from '../../src/shared/transcript/attachment.ts';
import type {
  Message,
  Part,
  QuestionPart,
  RunPart,
  ToolPart,
} from '../../src/shared/transcript/transcript.ts';

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
export function toolCall(id: string, toolName: string, more: Partial<PlainPart> = {}): PlainPart {
  return { kind: 'plain', ...endedCall(id, toolName), ...more };
}

/** The same of a tool that asks; nobody was asked, unless `more` says otherwise. */
export function questionCall(id: string, toolName: string, more: Partial<QuestionPart> = {}): QuestionPart {
  return { kind: 'question', ask: null, ...endedCall(id, toolName), ...more };
}

/** A call to run a command that has run; one that was refused where `line` is null. */
export function commandCall(id: string, line: string | null): RunPart {
  const ending = { type: 'exited' as const, code: 0, at: 1 };
  const about = {
    number: 1,
    folder: '',
    confinement: 'unconfined' as const,
    background: false,
    seconds: 120,
  };
  const ended = { startedAt: 0, ending, leftProcesses: false, staled: [], tail: [], lines: 0 };
  const run = line === null ? null : { ...about, ...ended, line };
  return { kind: 'run', ...endedCall(id, 'run_command'), run };
}

/** The same of a command that the person denied. */
export function deniedCommand(id: string, line: string): RunPart {
  const permission: Permission = {
    id: permissionId(id),
    subject: { type: 'command', line, folder: '/', confined: false },
    asker: 'Parley',
    askedBy: 'agent',
    folder: '/',
    reason: null,
    choices: [],
    openedAt: 0,
    settlement: { at: 1, outcome: { type: 'denied', by: { type: 'person' } } },
    result: null,
  };
  return { ...commandCall(id, null), permission };
}

type PlainPart = Extract<ToolPart, { kind: 'plain' }>;

function endedCall(id: string, toolName: string) {
  const result = { ok: true, text: '' };
  return { type: 'tool' as const, toolCallId: toolCallId(id), toolName, input: {}, result };
}

/** An edit that waits for the person. */
export function openEdit(id: string): PendingAction {
  if (!isActionId(id)) throw new Error('An action needs an id');
  return {
    id,
    label: 'Edit a.ts',
    sourceToolName: 'edit_file',
    fingerprint: id,
    preview: { type: 'edit', files: [{ path: 'a.ts', change: 'changed', hunks: [] }] },
    openedAt: 0,
    state: { type: 'open', request: null, failure: null, left: false },
  };
}

export function permissionId(value: string): PermissionId {
  if (!isPermissionId(value)) throw new Error('A permission needs an id');
  return value;
}

function isPermissionId(value: string): value is PermissionId {
  return value !== '';
}

function isActionId(value: string): value is ActionId {
  return value !== '';
}

export function messageId(value: number): MessageId {
  if (!isMessageId(value)) throw new Error(`${value} is no message's id`);
  return value;
}

export function workspaceId(value: string): WorkspaceId {
  if (!isWorkspaceId(value)) throw new Error('A workspace needs an id');
  return value;
}

export function toolCallId(value: string): ToolCallId {
  if (!isToolCallId(value)) throw new Error('A call needs an id');
  return value;
}

export function attachmentId(value: string): AttachmentId {
  if (!isAttachmentId(value)) throw new Error('A file needs an id');
  return value;
}

function isAttachmentId(value: string): value is AttachmentId {
  return value !== '';
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
