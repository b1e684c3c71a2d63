import { agentOptionRowSchema, agentProcessRowSchema, agentSessionRowSchema } from '../hosted-store.ts';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { dialectIds } from '../../../shared/dialects/registry.ts';
import { lazyValue } from '../../../shared/lazy-value.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { formDraftSchema } from '../../../shared/forms/form.ts';
import { permissionDraftSchema } from '../../../shared/permissions/permission.ts';
import { previewDraftSchema } from '../../../shared/previews/preview-draft.ts';
import { draftSchema } from '../../../shared/questions/draft.ts';
import { attachmentSchema } from '../../../shared/transcript/attachment.ts';
import { presenceSchema } from '../../../shared/transcript/transcript.ts';
import { actionRowSchema } from '../action-store.ts';
import { askRowSchema } from '../ask-store.ts';
import { commandRowSchema } from '../command-store.ts';
import { formRowSchema } from '../form-store.ts';
import { ledgerRowSchema } from '../ledger-store.ts';
import { messageRowSchema } from '../message-store.ts';
import { partRowSchema } from '../part-store.ts';
import { progressRowSchema } from '../progress-store.ts';
import { permissionRowSchema } from '../permission-store.ts';
import { ruleRowSchema } from '../rule-store.ts';
import { steeringRowSchema } from '../steering-store.ts';
import { trustRowSchema } from '../trust-store.ts';
import { commandChangeRowSchema, turnChangeRowSchema } from '../turn-change-store.ts';
import { workspaceRowSchema } from '../workspace-store.ts';

const asJson = (schema: z.ZodType) => z.string().transform((text) => schema.parse(JSON.parse(text)));

const draftRowSchema = z.object({ workspace_id: workspaceIdSchema, subject: z.string(), body: z.string() });

/** The subject of a draft says how its text is to be read. */
const draftSchemas = lazyValue(
  (): Record<string, z.ZodType> => ({
    ask: asJson(draftSchema),
    form: asJson(formDraftSchema),
    permission: asJson(permissionDraftSchema),
    preview: asJson(previewDraftSchema),
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
    attachments: z.object({ workspace_id: workspaceIdSchema, about: asJson(attachmentSchema) }),
    command_runs: commandRowSchema,
    agent_sessions: agentSessionRowSchema,
    agent_options: agentOptionRowSchema,
    agent_processes: agentProcessRowSchema,
    drafts: draftRowSchema.refine(
      ({ subject, body }) => draftSchemas()[subject.split(':')[0] ?? '']?.safeParse(body).success ?? true,
    ),
    settings: z.object({ name: z.string(), value: asJson(z.unknown()) }),
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

export type Row = Record<string, SQLOutputValue>;

/** The column name of a row's rowid. */
export const rowidName = 'recovered_rowid';

/** The most failed reads in one table; each failure costs a look at one damaged page. */
const mostFailures = 20_000;

/**
 * The rows of a table that can still be read, in no particular order and perhaps twice. Reads from both
 * ends to the nearest damage, then halves what lies between, down to single rows. Calls `missed` where it
 * could not read on.
 */
export function* readableRows(
  connection: DatabaseSync,
  table: string,
  columns: readonly string[],
  missed: () => void,
): Generator<Row, void, void> {
  const select = `SELECT rowid AS ${rowidName}, ${columns.join(', ')} FROM ${table} NOT INDEXED
    WHERE rowid BETWEEN ? AND ? ORDER BY rowid`;
  const upward = connection.prepare(select);
  const downward = connection.prepare(`${select} DESC`);
  const gaps: { from: number; to: number }[] = [{ from: 0, to: highestRowid(connection, table) }];
  for (let failures = 0; failures < mostFailures; failures += 1) {
    const gap = gaps.pop();
    if (gap === undefined) return;
    const up = yield* readOn(upward, gap.from, gap.to);
    if (up.isDone) continue;
    missed();
    const from = up.last === undefined ? gap.from : Math.max(gap.from, up.last + 1);
    const down = yield* readOn(downward, from, gap.to);
    const to = down.last === undefined ? gap.to : Math.min(gap.to, down.last - 1);
    if (from >= to) continue;
    const middle = Math.floor((from + to) / 2);
    gaps.push({ from: middle + 1, to }, { from, to: middle });
  }
}

/** As the index of the table's key tells; where that can't be read either, far above what a table has. */
function highestRowid(connection: DatabaseSync, table: string): number {
  try {
    const index = `sqlite_autoindex_${table}_1`;
    const found = connection.prepare(`SELECT max(rowid) AS highest FROM ${table} INDEXED BY ${index}`).get();
    return Number(found?.['highest'] ?? 0);
  } catch {
    return 2 ** 30;
  }
}

type Reached = { isDone: boolean; last: number | undefined };

/** Reads until the end or the first damage; returns the last row before it. */
function* readOn(select: StatementSync, from: number, to: number): Generator<Row, Reached, void> {
  let last: number | undefined;
  try {
    for (const row of select.iterate(from, to)) {
      last = Number(row[rowidName]);
      yield row;
    }
    return { isDone: true, last };
  } catch {
    return { isDone: false, last };
  }
}
