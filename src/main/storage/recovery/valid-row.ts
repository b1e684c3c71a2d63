import { z } from 'zod';
import { dialectIds } from '../../../shared/dialects/registry.ts';
import { formDraftSchema } from '../../../shared/forms/form.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { lazyValue } from '../../../shared/lazy-value.ts';
import { permissionDraftSchema } from '../../../shared/permissions/permission.ts';
import { previewDraftSchema } from '../../../shared/previews/preview-draft.ts';
import { draftSchema } from '../../../shared/questions/draft.ts';
import { attachmentSchema } from '../../../shared/transcript/attachment.ts';
import { presenceSchema } from '../../../shared/transcript/transcript.ts';
import { actionRowSchema } from '../action-store.ts';
import { askRowSchema } from '../ask-store.ts';
import { commandChangeRowSchema, commandRowSchema } from '../command-store.ts';
import { formRowSchema } from '../form-store.ts';
import {
  agentOptionRowSchema,
  agentProcessRowSchema,
  agentSessionRowSchema,
} from '../agent-session-store.ts';
import { jsonColumn } from '../json-column.ts';
import { ledgerRowSchema } from '../ledger-store.ts';
import { messageRowSchema } from '../message-store.ts';
import { partRowSchema } from '../part-store.ts';
import { permissionRowSchema, ruleRowSchema } from '../permission-store.ts';
import { progressRowSchema } from '../progress-store.ts';
import { steeringRowSchema } from '../steering-store.ts';
import { trustRowSchema } from '../trust-store.ts';
import { turnChangeRowSchema } from '../turn-change-store.ts';
import { workspaceRowSchema } from '../workspace-store.ts';

const draftRowSchema = z.object({ workspace_id: workspaceIdSchema, subject: z.string(), body: z.string() });

/** The subject of a draft says how its text is to be read. */
const draftSchemas = lazyValue(
  (): Record<string, z.ZodType> => ({
    ask: jsonColumn(draftSchema),
    form: jsonColumn(formDraftSchema),
    permission: jsonColumn(permissionDraftSchema),
    preview: jsonColumn(previewDraftSchema),
  }),
);

/** A row of each table as the stores read it; the columns that they compute are left out. */
const rowSchemas = lazyValue(
  (): Record<string, z.ZodType> => ({
    workspaces: workspaceRowSchema.unwrap().omit({
      waiting: true,
      waiting_for: true,
      first_waiting: true,
      outside_asker: true,
      outside_asks: true,
      first_message: true,
      plan: true,
    }),
    messages: messageRowSchema.unwrap().extend({ workspace_id: workspaceIdSchema }),
    parts: z.intersection(z.object({ message_id: messageIdSchema }), partRowSchema),
    asks: askRowSchema.unwrap().omit({ presence: true }),
    pending_actions: actionRowSchema,
    forms: formRowSchema,
    permissions: permissionRowSchema,
    permission_rules: ruleRowSchema,
    folder_trust: trustRowSchema,
    outside_calls: z.object({
      workspace_id: workspaceIdSchema,
      tool_call_id: toolCallIdSchema,
      tool: z.enum([...dialectIds, 'review_plan']),
      presence: presenceSchema,
    }),
    steering: steeringRowSchema.unwrap().extend({
      workspace_id: workspaceIdSchema,
      message_id: messageIdSchema.nullable(),
      step: z.number().nullable(),
    }),
    progress_lists: progressRowSchema,
    turn_changes: turnChangeRowSchema,
    command_changes: commandChangeRowSchema,
    attachments: z.object({ workspace_id: workspaceIdSchema, about: jsonColumn(attachmentSchema) }),
    command_runs: commandRowSchema,
    agent_sessions: agentSessionRowSchema,
    agent_options: agentOptionRowSchema,
    agent_processes: agentProcessRowSchema,
    drafts: draftRowSchema.refine(
      ({ subject, body }) => draftSchemas()[subject.split(':')[0] ?? '']?.safeParse(body).success ?? true,
    ),
    settings: z.object({ name: z.string(), value: jsonColumn(z.unknown()) }),
    ledger: z.preprocess((row) => Object.assign({ tool_call_id: null }, row), ledgerRowSchema),
  }),
);

/** True when this version of Parley could have stored the row. */
export function isValidRow(table: string, row: Record<string, unknown>): boolean {
  try {
    return rowSchemas()[table]?.safeParse(row).success ?? true;
  } catch {
    // A column of JSON that is none.
    return false;
  }
}

/**
 * The tables that a recovery restores, parents before what refers to them: each with its columns of JSON, and
 * the words for its rows; rows without words are not mentioned to people. The rows of one that `isNumbered`
 * have numbers without gaps, and leave it from the oldest on.
 */
export const recoveredTables: readonly RecoveredTable[] = [
  { name: 'workspaces', json: ['turn'], words: { one: 'chat', many: 'chats' } },
  { name: 'messages', json: ['mentions', 'command', 'notes'], words: { one: 'message', many: 'messages' } },
  {
    name: 'parts',
    json: ['input', 'result', 'details', 'provider_metadata'],
    words: { one: 'part of a message', many: 'parts of messages' },
  },
  {
    name: 'asks',
    json: ['questions', 'settlement', 'timeout'],
    words: { one: 'question card', many: 'question cards' },
  },
  {
    name: 'pending_actions',
    json: ['content', 'shown', 'progress'],
    words: { one: 'preview', many: 'previews' },
  },
  {
    name: 'permissions',
    json: ['subject', 'choices', 'settlement', 'result'],
    words: { one: 'permission', many: 'permissions' },
  },
  {
    name: 'forms',
    json: ['subject', 'settlement'],
    words: { one: 'form', many: 'forms' },
  },
  {
    name: 'permission_rules',
    json: ['rule'],
    words: { one: 'permission rule', many: 'permission rules' },
  },
  { name: 'folder_trust', json: ['files'], words: { one: 'trusted folder', many: 'trusted folders' } },
  { name: 'outside_calls', json: [] },
  { name: 'steering', json: [] },
  { name: 'progress_lists', json: ['items'] },
  { name: 'turn_changes', json: ['shown', 'undo'] },
  { name: 'command_changes', json: ['result'] },
  {
    name: 'attachments',
    json: ['about', 'refused_by'],
    words: { one: 'attached file', many: 'attached files' },
  },
  { name: 'command_runs', json: ['run', 'process'], words: { one: 'command', many: 'commands' } },
  { name: 'agent_sessions', json: ['untold', 'facts', 'opens'] },
  { name: 'agent_options', json: ['options', 'commands', 'chosen'] },
  { name: 'agent_processes', json: ['process'] },
  { name: 'drafts', json: [], words: { one: 'draft', many: 'drafts' } },
  { name: 'settings', json: ['value'], words: { one: 'setting', many: 'settings' } },
  { name: 'ledger', json: ['record'], words: { one: 'decision', many: 'decisions' }, isNumbered: true },
];

export type RecoveredTable = { name: string; json: readonly string[]; words?: Words; isNumbered?: true };

export type Words = { one: string; many: string };
