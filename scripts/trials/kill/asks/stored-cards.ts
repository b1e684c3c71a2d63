import { z } from 'zod';
import { type Form, formSettlementSchema } from '../../../../src/shared/forms/form.ts';
import { permissionSettlementSchema } from '../../../../src/shared/permissions/permission.ts';
import { settlementSchema } from '../../../../src/shared/questions/questions.ts';
import { decidedIn, type Stored } from '../../stored.ts';
import { keysIn, wordsIn } from './unique-texts.ts';

export type End = 'yes' | 'no';

/**
 * Something that was put to the person, as a database has it. `decided` is null where they did not decide about it:
 * it waits, which `open` says, or ended otherwise. `words` are theirs.
 */
export type StoredCard = {
  id: string;
  kind: 'ask' | 'permission' | 'form' | 'plan';
  workspaceId: string;
  key: string;
  open: boolean;
  /** True of a form with a field for a secret. */
  secret: boolean;
  /** The subagent that asks. */
  subagent: string | null;
  decided: End | null;
  words: string[];
};

const rowSchema = z.array(
  z.object({
    id: z.string(),
    workspace_id: z.string(),
    about: z.string(),
    settlement: z.string().nullable(),
    subagent: z.string().nullable(),
  }),
);

const end = (isYes: boolean): End => (isYes ? 'yes' : 'no');

/** The person's decision by the stored settlement of one; null where it is no decision of theirs. */
const decisions: Record<'ask' | 'permission' | 'form', (settlement: unknown) => End | null> = {
  ask(settlement) {
    const { outcome } = settlementSchema.parse(settlement);
    return outcome.type === 'answered' ? 'yes' : outcome.type === 'declined' ? 'no' : null;
  },
  permission(settlement) {
    const { choice, outcome } = permissionSettlementSchema.parse(settlement);
    return choice === undefined ? null : end(outcome.type === 'allowed');
  },
  form(settlement) {
    const { outcome } = formSettlementSchema.parse(settlement);
    return endOfForm(outcome);
  },
};

function endOfForm({ type }: NonNullable<Form['settlement']>['outcome']): End | null {
  if (type === 'accepted') return 'yes';
  return type === 'declined' || type === 'cancelled' ? 'no' : null;
}

const queries = {
  ask: 'SELECT tool_call_id AS id, workspace_id, questions AS about, settlement, NULL AS subagent FROM asks',
  permission: `SELECT id, workspace_id, subject AS about, settlement, (SELECT work ->> '$.subagent' FROM parts
    WHERE parts.message_id = permissions.message_id AND parts.tool_call_id = permissions.tool_call_id) AS subagent
    FROM permissions`,
  form: 'SELECT id, workspace_id, message || subject AS about, settlement, NULL AS subagent FROM forms',
} as const;

/** Everything that was put to the person in any chat. */
export function storedCards(stored: Stored): StoredCard[] {
  const rows = (['ask', 'permission', 'form'] as const).flatMap((kind) =>
    rowSchema.parse(stored.rows(queries[kind])).map(({ id, workspace_id, about, settlement, subagent }) => ({
      id,
      kind,
      workspaceId: workspace_id,
      key: keysIn(about)[0] ?? '',
      open: settlement === null,
      secret: about.includes('"secret":true'),
      subagent,
      decided: settlement === null ? null : decisions[kind](JSON.parse(settlement)),
      words: wordsIn(settlement ?? ''),
    })),
  );
  const plans = stored.previews().map(({ workspace_id: workspaceId, shown }) => {
    const decided = decidedIn(shown);
    return {
      id: shown.id,
      kind: 'plan' as const,
      workspaceId,
      key: keysIn(JSON.stringify(shown.preview))[0] ?? '',
      open: shown.state.type === 'open',
      secret: false,
      subagent: null,
      decided: decided === undefined ? null : end(decided.type === 'applied'),
      words: wordsIn(JSON.stringify(shown)),
    };
  });
  return [...rows, ...plans];
}

const draftRows = z.array(z.object({ id: z.string(), body: z.string() }));

/** Returns the stored drafts of forms, by form. */
export function draftsIn(stored: Stored): Map<string, string> {
  const sql = "SELECT substr(subject, 6) AS id, body FROM drafts WHERE subject LIKE 'form:%'";
  return new Map(draftRows.parse(stored.rows(sql)).map(({ id, body }) => [id, body]));
}

const folderRows = z.array(z.object({ folders: z.string() }));

/** The folders that were added to the chat with the external agent. */
export function foldersIn(stored: Stored): string[] {
  const [row] = folderRows.parse(stored.rows('SELECT folders FROM agent_sessions'));
  return z.array(z.string()).parse(JSON.parse(row?.folders ?? '[]'));
}

/** The chat with the external agent. */
export function externalChatIn(stored: Stored): string {
  return String(stored.rows("SELECT id FROM workspaces WHERE agent LIKE 'acp/%'")[0]?.['id']);
}

/** Number of ended permissions and forms that the record of decisions does not have exactly once, and of all else. */
export function misrecordedIn(stored: Stored): number {
  const count = (table: string, kind: string) =>
    stored.rows(`SELECT 1 FROM ${table} WHERE settlement IS NOT NULL AND (SELECT count(*) FROM ledger
      WHERE kind = '${kind}' AND subject = ${table}.id) <> 1`).length;
  return stored.misrecorded() + count('permissions', 'permission') + count('forms', 'form');
}
