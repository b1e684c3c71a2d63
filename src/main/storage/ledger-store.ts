import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { foldText } from '../../shared/find/fold-text.ts';
import { lazyValue } from '../../shared/lazy-value.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import {
  askerName,
  type LedgerEntry,
  ledgerEntrySchema,
  type LedgerFacets,
  type LedgerSearch,
} from '../../shared/ledger/ledger-entry.ts';
import { previewKindSchema } from '../../shared/previews/preview.ts';
import type { ChangedFile } from '../../shared/transcript/transcript.ts';
import { type Database, jsonColumn } from './database.ts';

export const ledgerRowSchema = z.lazy(() =>
  z
    .object({
      id: z.number(),
      workspace_id: z.string(),
      workspace: z.string(),
      folder: z.string(),
      kind: z.string(),
      asker: z.string(),
      agent: z.string().nullable().default(null),
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
        const kept = withSettlement(record);
        return {
          ...(preview === null ? kept : { ...kept, preview }),
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

/** The outcome of a preview as versions before 41 stored it: with the time as one of its fields. */
const flatOutcomeSchema = z.lazy(() => z.looseObject({ at: z.number() }));

/** Returns a record with its settlement, which older ones of previews have as `ending`. */
function withSettlement({ ending, ...record }: Record<string, unknown>): Record<string, unknown> {
  if (ending === undefined) return record;
  const { at, ...outcome } = flatOutcomeSchema.parse(ending);
  return { ...record, settlement: { outcome, at } };
}

/**
 * The branch of an entry, counted from 1 in the order of their creation; null in a chat with one branch, and
 * where the message is gone.
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

/** The command line reads databases of older versions as they are; those have no permissions or no forms. */
const ofPermission = `SELECT tool_call_id FROM permissions WHERE permissions.id = subject`;

/** The call of an entry, unless its message was withdrawn or is gone. */
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

/** The kind of a preview, while that is kept. */
const previewOf = `(SELECT shown ->> '$.preview.type' FROM pending_actions
  WHERE pending_actions.workspace_id = ledger.workspace_id AND pending_actions.id = subject)`;

/** Changes of a turn, or of all turns since a message to which the chat went back, that the person took back. */
type TakenBack = {
  workspaceId: WorkspaceId;
  of: { type: 'turn'; messageId: MessageId } | { type: 'rewind'; id: number };
  files: readonly Pick<ChangedFile, 'path' | 'change'>[];
  at: number;
  /** False once they are there again. */
  undone: boolean;
};

function subjectOf({ of, at }: TakenBack): string {
  return of.type === 'turn' ? `turn:${of.messageId}:${at}` : `rewind:${of.id}`;
}

function labelOf({ of, files }: TakenBack): string {
  const what = of.type === 'turn' ? 'Changes of a turn' : 'Changes since a message';
  return `${what} in ${files.length === 1 ? '1 file' : `${files.length} files`}`;
}

export type LedgerStore = ReturnType<typeof createLedgerStore>;

/** Reads the record of decisions, which triggers of the database write as something is settled. */
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
  // Databases of older versions, which are only read, lack a column of it.
  const insert = lazyValue(() =>
    durable.prepare(`INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, agent, tool, opened_at, settled_at, record)
     SELECT id, ?2, name, folder, 'preview', agent, agent, NULL, ?3, ?3, ?4 FROM workspaces WHERE id = ?1
     ON CONFLICT DO UPDATE SET settled_at = excluded.settled_at, record = excluded.record`),
  );
  const prune = durable.prepare('DELETE FROM ledger WHERE settled_at < ?');

  return {
    /** Newest first. */
    entries: (ids: readonly number[]): LedgerEntry[] =>
      some.all(JSON.stringify(ids)).map((row) => ledgerRowSchema.parse(row)),
    /** Newest first, read one by one. */
    *every(since: number): Generator<LedgerEntry, void, void> {
      for (const row of all.iterate(since)) yield ledgerRowSchema.parse(row);
    },
    /** Adds that the person took changes back, or put them in place again; `files` are those that are others by that. */
    addTakenBack(taken: TakenBack): void {
      const { workspaceId, files, at, undone } = taken;
      const outcome = {
        type: 'applied',
        decidedBy: 'user',
        agentReason: null,
        userWords: null,
        undone,
      };
      insert().run(
        workspaceId,
        subjectOf(taken),
        at,
        JSON.stringify({ label: labelOf(taken), settlement: { outcome, at }, files }),
      );
    },
    /** Returns the number of entries deleted. */
    prune: (before: number): number => Number(prune.run(before).changes),
  };
}

/** Entries indexed at a time, before other work gets its turn. */
const batch = 50;

/** Fields that hold names and codes, which a search does not look in. */
const notWords: ReadonlySet<string> = new Set([
  'kind',
  'status',
  'origin',
  'questionId',
  'type',
  'decidedBy',
  'where',
  'change',
  'putBack',
  'ruleId',
  'effect',
  'meaning',
]);

const agent = (row: string) => `agent_of(${row}.kind, ${row}.tool, ${row}.asker)`;

const words = (row: string) =>
  `words_of(${row}.workspace, ${row}.folder, ${row}.asker, ${agent(row)}, ${row}.record)`;

const columns = `id, folder, ${agent('ledger')}, settled_at,
  CASE WHEN kind = 'ask' THEN 'question' WHEN kind IN ('permission', 'form', 'git') THEN kind ELSE coalesce(${previewOf}, iif(json_array_length(record, '$.files') > 0, 'edit', 'plan')) END,
  ${words('ledger')}`;

/**
 * The index lives in memory and is built at the first search, so that a change of how words are compared needs no
 * migration. Triggers keep it up to date.
 */
const schema = `
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE ledger_index (
  id INTEGER PRIMARY KEY, folder TEXT, agent TEXT, settled_at INTEGER, kind TEXT, words TEXT
);
CREATE INDEX temp.ledger_folders ON ledger_index (folder);
CREATE INDEX temp.ledger_agents ON ledger_index (agent);
CREATE TEMP TRIGGER ledger_deleted AFTER DELETE ON main.ledger BEGIN
  DELETE FROM ledger_index WHERE id = OLD.id;
END;
CREATE TEMP TRIGGER ledger_changed AFTER UPDATE ON main.ledger BEGIN
  UPDATE ledger_index SET words = ${words('NEW')} WHERE id = NEW.id;
END;
`;

const found = `id < :before
  AND (:folder IS NULL OR folder = :folder) AND (:agent IS NULL OR agent = :agent)
  AND (:kind IS NULL OR kind = :kind) AND (:since IS NULL OR settled_at >= :since)
  AND (:query = '' OR instr(words, :query) > 0)`;

function openIndex(durable: Database['durable']) {
  durable.function('agent_of', { deterministic: true }, agentOf);
  durable.function('words_of', { deterministic: true, varargs: true }, wordsOf);
  durable.exec(schema);
  return {
    fill: durable.prepare(
      `INSERT INTO ledger_index SELECT ${columns} FROM ledger
       WHERE id > (SELECT coalesce(max(id), 0) FROM ledger_index) ORDER BY id LIMIT ${batch}`,
    ),
    find: durable.prepare(`SELECT id FROM ledger_index WHERE ${found} ORDER BY id DESC LIMIT :count`),
    folders: durable.prepare('SELECT folder FROM ledger_index GROUP BY folder ORDER BY max(id) DESC'),
    agents: durable.prepare('SELECT agent FROM ledger_index GROUP BY agent ORDER BY max(id) DESC'),
  };
}

export type LedgerIndex = ReturnType<typeof createLedgerIndex>;

/** Finds decisions by words and filters. Works in batches, so that other work is not blocked. */
export function createLedgerIndex({ durable }: Pick<Database, 'durable'>) {
  const newest = durable.prepare('SELECT id FROM ledger WHERE id < :before ORDER BY id DESC LIMIT :count');
  let statements: ReturnType<typeof openIndex> | undefined;
  let filling: Promise<void> | undefined;

  async function fill(statement: ReturnType<typeof openIndex>['fill']): Promise<void> {
    while (Number(statement.run().changes) === batch) await setImmediate();
  }

  /** Resolves once everything written so far is indexed. */
  async function ready() {
    statements ??= openIndex(durable);
    await filling;
    filling = fill(statements.fill).finally(() => (filling = undefined));
    await filling;
    return statements;
  }

  return {
    /** Returns ids, newest first, at most `count`, older than `before`. */
    async find(
      search: LedgerSearch,
      count: number = -1,
      before: number = Number.MAX_SAFE_INTEGER,
    ): Promise<number[]> {
      const { folder = null, agent = null, kind = null, since = null } = search;
      const query = foldText(search.query.trim());
      const isAll = query === '' && [folder, agent, kind, since].every((filter) => filter === null);
      const rows = isAll
        ? newest.all({ before, count })
        : (await ready()).find.all({ query, folder, agent, kind, since, before, count });
      return rows.map(({ id }) => z.number().parse(id));
    },
    async facets(): Promise<LedgerFacets> {
      const { folders, agents } = await ready();
      return {
        folders: folders.all().map(({ folder }) => z.string().parse(folder)),
        agents: agents.all().map(({ agent }) => z.string().parse(agent)),
      };
    },
  };
}

function agentOf(kind: unknown, tool: unknown, asker: unknown): string {
  return askerName(String(kind), typeof tool === 'string' ? tool : null, String(asker));
}

/**
 * Returns the folded texts of an entry, separated by a character that no search contains; the last argument is
 * its record.
 */
function wordsOf(...texts: unknown[]): string {
  const record = texts.pop();
  return foldText([...texts, ...textsIn(parsed(record))].join('\0'));
}

function parsed(record: unknown): unknown {
  try {
    return JSON.parse(String(record));
  } catch {
    // The entry itself can't be read either; the other ones can still be found.
    return null;
  }
}

function textsIn(value: unknown, isWords = true): string[] {
  if (typeof value === 'string') return isWords ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, isWords));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, isWords && !notWords.has(name)));
}
