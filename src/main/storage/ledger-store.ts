import { z } from 'zod';
import { foldText } from '../../shared/find/fold-text.ts';
import { type LedgerEntry, type LedgerPage, ledgerEntrySchema } from '../../shared/ledger/ledger-entry.ts';
import type { Database } from './database.ts';

export const ledgerRowSchema = z
  .object({
    id: z.number(),
    workspace_id: z.string(),
    workspace: z.string(),
    folder: z.string(),
    kind: z.string(),
    asker: z.string(),
    tool: z.string().nullable(),
    tool_call_id: z.string().nullable(),
    opened_at: z.number(),
    settled_at: z.number(),
    record: z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
  })
  .transform(({ workspace_id, workspace, folder, tool_call_id, opened_at, settled_at, record, ...rest }) => ({
    ...record,
    ...rest,
    toolCallId: tool_call_id,
    workspace: { id: workspace_id, name: workspace, folder },
    openedAt: opened_at,
    settledAt: settled_at,
  }))
  .pipe(ledgerEntrySchema);

/** Names of things rather than words that somebody wrote or read; a search passes them by. */
const notWords = "('kind', 'status', 'origin', 'questionId', 'type', 'decidedBy', 'where', 'change')";

const found = `settled_at >= :since AND (:query = '' OR instr(folded(workspace || char(10) || folder || char(10) || asker), :query) > 0
  OR EXISTS (SELECT 1 FROM json_tree(record) WHERE type = 'text' AND key IS NOT NULL AND key NOT IN ${notWords}
             AND instr(folded(atom), :query) > 0))`;

/** The call of an entry, as long as its message is in the chat. */
const toolCallId = `(SELECT parts.tool_call_id FROM parts JOIN messages ON messages.id = parts.message_id
    WHERE messages.workspace_id = ledger.workspace_id AND replaced_by IS NULL
      AND parts.tool_call_id = iif(ledger.kind = 'ask', subject, (SELECT tool_call_id FROM pending_actions
        WHERE pending_actions.workspace_id = ledger.workspace_id AND pending_actions.id = subject)))`;

/** The search: words in any case, without accents; an empty query finds everything. `since` is a time. */
export type LedgerSearch = { query: string; since?: number };

export type LedgerStore = ReturnType<typeof createLedgerStore>;

/**
 * Reads the results of all questions and previews, written by the database's triggers as they are settled.
 */
export function createLedgerStore({ durable }: Pick<Database, 'durable'>) {
  durable.function('folded', { deterministic: true }, folded);
  const page = durable.prepare(
    `SELECT *, ${toolCallId} AS tool_call_id FROM ledger WHERE ${found} AND id < :before
     ORDER BY id DESC LIMIT :count`,
  );
  const all = durable.prepare(
    `SELECT *, ${toolCallId} AS tool_call_id FROM ledger WHERE ${found} ORDER BY id DESC`,
  );
  const prune = durable.prepare('DELETE FROM ledger WHERE settled_at < ?');
  const parameters = ({ query, since = 0 }: LedgerSearch) => ({ query: folded(query.trim()), since });

  return {
    /** The newest that are found, or those before an entry; at most `count`. */
    page(search: LedgerSearch, count: number, before: number = Number.MAX_SAFE_INTEGER): LedgerPage {
      const rows = page.all({ ...parameters(search), before, count: count + 1 });
      const entries = rows.slice(0, count).map((row) => ledgerRowSchema.parse(row));
      return { entries, hasMore: rows.length > count };
    },
    /** Everything that is found, newest first, one by one. */
    *every(search: LedgerSearch): Generator<LedgerEntry, void, void> {
      for (const row of all.iterate(parameters(search))) yield ledgerRowSchema.parse(row);
    },
    /** Deletes the entries settled before a time; returns their number. */
    prune: (before: number): number => Number(prune.run(before).changes),
  };
}

function folded(text: unknown): string {
  return typeof text === 'string' ? foldText(text) : '';
}
