import { z } from 'zod';
import { formDraftSchema } from '../../../shared/forms/form.ts';
import { lazyValue } from '../../../shared/lazy-value.ts';
import { permissionDraftSchema } from '../../../shared/permissions/permission.ts';
import { previewDraftSchema } from '../../../shared/previews/preview-draft.ts';
import { draftSchema } from '../../../shared/questions/questions.ts';
import { actionRowSchema } from '../action-store.ts';
import { askRowSchema } from '../ask-store.ts';
import { attachmentRowSchema } from '../attachment-store.ts';
import { commandRowSchema } from '../command-store.ts';
import { jsonColumn } from '../database.ts';
import { draftRowSchema } from '../draft-store.ts';
import { formRowSchema } from '../form-store.ts';
import {
  agentOptionRowSchema,
  agentProcessRowSchema,
  agentSessionRowSchema,
} from '../agent-session-store.ts';
import { gitActRowSchema } from '../git-act-store.ts';
import { ledgerRowSchema } from '../ledger-store.ts';
import { messageRowSchema } from '../message-store.ts';
import { outsideCallRowSchema } from '../outside-store.ts';
import { storedPartRowSchema } from '../part-store.ts';
import { permissionRowSchema, ruleRowSchema } from '../permission-store.ts';
import { progressRowSchema } from '../progress-store.ts';
import { rewindRowSchema } from '../rewind-store.ts';
import { settingRowSchema } from '../settings-store.ts';
import { steeringRowSchema } from '../steering-store.ts';
import { tables } from '../tables.ts';
import { trustRowSchema } from '../trust-store.ts';
import { comparedChangeRowSchema, turnChangeRowSchema } from '../turn-change-store.ts';
import { workspaceRowSchema } from '../workspace-store.ts';
import { worktreeRowSchema } from '../worktree-store.ts';

export type RecoveredTable = {
  name: string;
  /** A row of the table as this version stores it. */
  row: z.ZodType;
  /** The columns with JSON. */
  json: readonly string[];
  /** The name of its rows for people; left out where they are not told of them. */
  words?: Words;
  /** Its rows are numbered without gaps, and deleted from the oldest on. */
  isNumbered?: true;
};

export type Words = { one: string; many: string };

/** The texts of drafts, by the first word of their subject. */
const draftBodies = lazyValue(
  (): ReadonlyMap<string, z.ZodType> =>
    new Map<string, z.ZodType>([
      ['ask', jsonColumn(draftSchema)],
      ['form', jsonColumn(formDraftSchema)],
      ['permission', jsonColumn(permissionDraftSchema)],
      ['preview', jsonColumn(previewDraftSchema)],
    ]),
);

function isSoundDraft({ subject, body }: { subject: string; body: string }): boolean {
  const schema = draftBodies().get(subject.split(':')[0] ?? '');
  return schema === undefined || schema.safeParse(body).success;
}

/** What is in each table. */
const rows: Record<(typeof tables)[number], Omit<RecoveredTable, 'name'>> = {
  workspaces: {
    row: z.lazy(() =>
      workspaceRowSchema.unwrap().omit({
        waiting: true,
        waiting_for: true,
        first_waiting: true,
        also_waiting: true,
        outside_asker: true,
        outside_asks: true,
        first_message: true,
        plan: true,
        worktree: true,
      }),
    ),
    json: ['turn'],
    words: { one: 'chat', many: 'chats' },
  },
  messages: {
    row: messageRowSchema,
    json: ['mentions', 'command', 'notes'],
    words: { one: 'message', many: 'messages' },
  },
  parts: {
    row: storedPartRowSchema,
    json: ['input', 'result', 'details', 'provider_metadata'],
    words: { one: 'part of a message', many: 'parts of messages' },
  },
  asks: {
    row: z.lazy(() => askRowSchema.unwrap().omit({ presence: true })),
    json: ['questions', 'settlement', 'timeout'],
    words: { one: 'question card', many: 'question cards' },
  },
  pending_actions: {
    row: actionRowSchema,
    json: ['content', 'shown', 'progress'],
    words: { one: 'preview', many: 'previews' },
  },
  permissions: {
    row: permissionRowSchema,
    json: ['subject', 'choices', 'settlement', 'result'],
    words: { one: 'permission', many: 'permissions' },
  },
  forms: {
    row: formRowSchema,
    json: ['subject', 'settlement'],
    words: { one: 'form', many: 'forms' },
  },
  permission_rules: {
    row: ruleRowSchema,
    json: ['rule'],
    words: { one: 'permission rule', many: 'permission rules' },
  },
  folder_trust: {
    row: trustRowSchema,
    json: ['files'],
    words: { one: 'trusted folder', many: 'trusted folders' },
  },
  worktrees: {
    row: worktreeRowSchema,
    json: ['state'],
    words: { one: 'worktree of a chat', many: 'worktrees of chats' },
  },
  git_acts: { row: gitActRowSchema, json: ['act', 'place', 'settlement'] },
  outside_calls: { row: outsideCallRowSchema, json: [] },
  steering: { row: steeringRowSchema, json: [] },
  progress_lists: { row: progressRowSchema, json: ['items'] },
  turn_changes: { row: turnChangeRowSchema, json: ['shown', 'undo'] },
  compared_changes: { row: comparedChangeRowSchema, json: ['result'] },
  rewinds: { row: rewindRowSchema, json: ['files', 'stayed'] },
  attachments: {
    row: attachmentRowSchema,
    json: ['about', 'refused_by'],
    words: { one: 'attached file', many: 'attached files' },
  },
  command_runs: {
    row: commandRowSchema,
    json: ['run', 'process'],
    words: { one: 'command', many: 'commands' },
  },
  agent_sessions: {
    row: agentSessionRowSchema,
    json: ['untold', 'facts', 'opens', 'folders', 'unprompted'],
  },
  agent_options: { row: agentOptionRowSchema, json: ['options', 'commands', 'chosen'] },
  agent_processes: { row: agentProcessRowSchema, json: ['process'] },
  drafts: {
    row: z.lazy(() => draftRowSchema.refine(isSoundDraft)),
    json: [],
    words: { one: 'draft', many: 'drafts' },
  },
  settings: {
    row: settingRowSchema,
    json: ['value'],
    words: { one: 'setting', many: 'settings' },
  },
  ledger: {
    row: z.lazy(() => z.preprocess((row) => Object.assign({ tool_call_id: null }, row), ledgerRowSchema)),
    json: ['record'],
    words: { one: 'decision', many: 'decisions' },
    isNumbered: true,
  },
};

/** Every table, those that others refer to before these. */
export const recoveredTables: readonly RecoveredTable[] = tables.map((name) => ({ name, ...rows[name] }));

/** True when this version of Parley could have stored the row. */
export function isValidRow({ row: schema }: RecoveredTable, row: Record<string, unknown>): boolean {
  try {
    return schema.safeParse(row).success;
  } catch {
    // A column of JSON that is none.
    return false;
  }
}
