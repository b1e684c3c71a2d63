import { z } from 'zod';
import { type LedgerEntry, ledgerEntrySchema } from '../../shared/ledger/ledger-entry.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import { previewKindSchema } from '../../shared/previews/preview.ts';
import type { ChangedFile } from '../../shared/transcript/turn-changes.ts';
import type { Database } from './database.ts';
import { jsonColumn } from './json-column.ts';

export const ledgerRowSchema = z.lazy(() =>
  z
    .object({
      id: z.number(),
      workspace_id: z.string(),
      workspace: z.string(),
      folder: z.string(),
      kind: z.string(),
      asker: z.string(),
      tool: z.string().nullable(),
      tool_call_id: z.string().nullable(),
      branch: z.number().nullable().default(null),
      preview: previewKindSchema.nullable().default(null),
      opened_at: z.number(),
      settled_at: z.number(),
      record: jsonColumn(z.record(z.string(), z.unknown())),
    })
    .transform(
      ({
        workspace_id,
        workspace,
        folder,
        tool_call_id,
        opened_at,
        settled_at,
        record,
        preview,
        ...rest
      }) => {
        const kept: Record<string, unknown> = preview === null ? record : { ...record, preview };
        return {
          ...kept,
          ...rest,
          toolCallId: tool_call_id,
          workspace: { id: workspace_id, name: workspace, folder },
          openedAt: opened_at,
          settledAt: settled_at,
        };
      },
    )
    .pipe(ledgerEntrySchema),
);

/**
 * The branch of an entry, counted from 1 in the order in which they were begun; null in a chat without others,
 * and where the message is not there any more.
 */
const branch = (hasForms: boolean) => `(SELECT (
    SELECT iif(count(*) = 0, NULL, 1 + count(*) FILTER (WHERE begun.id <= place.branch)) FROM messages AS begun
      WHERE begun.workspace_id = place.workspace_id AND begun.version_of IS NOT NULL AND begun.branch = begun.id
  ) FROM messages AS place WHERE place.id = CASE ledger.kind
    WHEN 'ask' THEN
      (SELECT message_id FROM asks WHERE asks.workspace_id = ledger.workspace_id AND tool_call_id = subject)
    WHEN 'permission' THEN (SELECT message_id FROM permissions WHERE permissions.id = subject)
    WHEN 'form' THEN ${hasForms ? '(SELECT message_id FROM forms WHERE forms.id = subject)' : 'NULL'}
    ELSE (SELECT message_id FROM pending_actions WHERE pending_actions.workspace_id = ledger.workspace_id
      AND pending_actions.id = subject) END)`;

/** A database of an older Parley, which is read as it is, has no permissions or no forms. */
const ofPermission = `SELECT tool_call_id FROM permissions WHERE permissions.id = subject`;

/** The call of an entry, as long as its message is in a branch of the chat. */
const toolCallId = (
  hasPermissions: boolean,
  hasForms: boolean,
) => `(SELECT parts.tool_call_id FROM parts JOIN messages ON messages.id = parts.message_id
    WHERE messages.workspace_id = ledger.workspace_id AND withdrawn_by IS NULL
      AND parts.tool_call_id = CASE ledger.kind
        WHEN 'ask' THEN subject
        WHEN 'permission' THEN ${hasPermissions ? `(${ofPermission})` : 'NULL'}
        WHEN 'form' THEN ${hasForms ? '(SELECT tool_call_id FROM forms WHERE forms.id = subject)' : 'NULL'}
        ELSE (SELECT tool_call_id FROM pending_actions
          WHERE pending_actions.workspace_id = ledger.workspace_id AND pending_actions.id = subject)
      END)`;

/** Selects what an entry of a preview previewed, as long as the preview is kept. */
export const previewOf = `(SELECT shown ->> '$.preview.type' FROM pending_actions
  WHERE pending_actions.workspace_id = ledger.workspace_id AND pending_actions.id = subject)`;

export type UndoneTurn = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  files: readonly Pick<ChangedFile, 'path' | 'change'>[];
  at: number;
};

export type LedgerStore = ReturnType<typeof createLedgerStore>;

/**
 * Reads the results of all questions, previews, permissions and forms, written by the database's triggers as they are settled.
 */
export function createLedgerStore({ durable }: Pick<Database, 'durable'>) {
  const table = durable.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  const hasForms = table.get('forms') !== undefined;
  const callOf = toolCallId(table.get('permissions') !== undefined, hasForms);
  const column = durable.prepare("SELECT 1 FROM pragma_table_info('messages') WHERE name = 'branch'").get();
  const branchOf = column === undefined ? 'NULL' : branch(hasForms);
  const some = durable.prepare(
    `SELECT *, ${callOf} AS tool_call_id, ${branchOf} AS branch, ${previewOf} AS preview FROM ledger WHERE id IN (SELECT value FROM json_each(?))
     ORDER BY id DESC`,
  );
  const all = durable.prepare(
    `SELECT *, ${callOf} AS tool_call_id, ${branchOf} AS branch, ${previewOf} AS preview FROM ledger WHERE settled_at >= ? ORDER BY id DESC`,
  );
  const insert = durable.prepare(
    `INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
     SELECT id, ?2, name, folder, 'preview', agent, NULL, ?3, ?3, ?4 FROM workspaces WHERE id = ?1
     ON CONFLICT DO UPDATE SET settled_at = excluded.settled_at, record = excluded.record`,
  );
  const prune = durable.prepare('DELETE FROM ledger WHERE settled_at < ?');

  return {
    /** The entries with these ids, newest first. */
    entries: (ids: readonly number[]): LedgerEntry[] =>
      some.all(JSON.stringify(ids)).map((row) => ledgerRowSchema.parse(row)),
    /** Everything that was settled since a time, newest first, one by one. */
    *every(since: number): Generator<LedgerEntry, void, void> {
      for (const row of all.iterate(since)) yield ledgerRowSchema.parse(row);
    },
    /** Enters that the person undid a turn, with the files that are as they were before it. */
    addUndoneTurn({ workspaceId, messageId, files, at }: UndoneTurn): void {
      const ending = {
        type: 'applied',
        decidedBy: 'user',
        agentReason: null,
        userWords: null,
        at,
        undone: true,
      };
      const label =
        files.length === 1 ? 'Changes of a turn in 1 file' : `Changes of a turn in ${files.length} files`;
      insert.run(workspaceId, `turn:${messageId}`, at, JSON.stringify({ label, ending, files }));
    },
    /** Deletes the entries settled before a time; returns their number. */
    prune: (before: number): number => Number(prune.run(before).changes),
  };
}
