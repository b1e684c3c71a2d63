import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { foldText } from '../../shared/find/fold-text.ts';
import { askerName, type LedgerFacets, type LedgerSearch } from '../../shared/ledger/ledger-entry.ts';
import type { Database } from './database.ts';
import { previewOf } from './ledger-store.ts';

/** Entries that are indexed before other work has its turn. */
const batch = 50;

/** Names of things rather than words that somebody wrote or read; a search passes them by. */
const notWords: ReadonlySet<string> = new Set([
  'kind',
  'status',
  'origin',
  'questionId',
  'type',
  'decidedBy',
  'where',
  'change',
  'ruleId',
  'effect',
  'meaning',
]);

const agent = (row: string) => `agent_of(${row}.kind, ${row}.tool, ${row}.asker)`;

const words = (row: string) =>
  `words_of(${row}.workspace, ${row}.folder, ${row}.asker, ${agent(row)}, ${row}.record)`;

const columns = `id, folder, ${agent('ledger')}, settled_at,
  CASE WHEN kind = 'ask' THEN 'question' WHEN kind IN ('permission', 'form') THEN kind ELSE coalesce(${previewOf}, iif(json_array_length(record, '$.files') > 0, 'edit', 'plan')) END,
  ${words('ledger')}`;

/**
 * The index lives in memory, is made when somebody first searches, and ends with the process: a change of
 * how words are compared needs no migration. What is written or deleted later, its triggers follow.
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

/** Makes the index, still empty. */
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

/** Finds decisions by their words and by what they are about, without keeping other work waiting. */
export function createLedgerIndex({ durable }: Pick<Database, 'durable'>) {
  const newest = durable.prepare('SELECT id FROM ledger WHERE id < :before ORDER BY id DESC LIMIT :count');
  let statements: ReturnType<typeof openIndex> | undefined;
  let filling: Promise<void> | undefined;

  async function fill(statement: ReturnType<typeof openIndex>['fill']): Promise<void> {
    while (Number(statement.run().changes) === batch) await setImmediate();
  }

  /** Resolves once everything that is written by now is in the index. */
  async function ready() {
    statements ??= openIndex(durable);
    await filling;
    filling = fill(statements.fill).finally(() => (filling = undefined));
    await filling;
    return statements;
  }

  return {
    /** Returns the ids of the newest entries that are found, at most `count`, older than `before`. */
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

/** Returns the folded words of an entry, between its texts a character that no search has; the last one is its record. */
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
