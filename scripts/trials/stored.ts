import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { pendingActionSchema, type PendingAction } from '../../src/shared/previews/pending-action.ts';
import { decidedOutcomeOf, decisionOf } from '../../src/shared/previews/preview-state.ts';
import { resolutionOf } from '../../src/shared/previews/resolution.ts';
import { settlementSchema } from '../../src/shared/questions/questions.ts';
import { type Acknowledged, callKey, type Decided } from './acknowledged.ts';

/** Number of acknowledged entries that are not there, and the state of the database. */
export type Losses = { messages: number; answers: number; decisions: number; corrupt: number };

const messageRows = z.array(z.object({ sender_key: z.string() }));
const askRows = z.array(
  z.object({ workspace_id: z.string(), tool_call_id: z.string(), settlement: z.string().nullable() }),
);
const json = z.string().transform((text): unknown => JSON.parse(text));
const actionRows = z.array(
  z.object({ workspace_id: z.string(), shown: json.pipe(pendingActionSchema), progress: json }),
);

/** Content of the database of a host that is gone, or goes on. */
export class Stored implements Disposable {
  readonly #database: DatabaseSync;

  constructor(dataDir: string) {
    this.#database = new DatabaseSync(join(dataDir, 'parley.db'));
  }

  rows(sql: string) {
    return this.#database.prepare(sql).all();
  }

  /** End of every question by its key; null while it is open. */
  settlements(): Map<string, string | null> {
    return new Map(
      askRows
        .parse(this.rows('SELECT workspace_id, tool_call_id, settlement FROM asks'))
        .map((row) => [callKey(row.workspace_id, row.tool_call_id), row.settlement]),
    );
  }

  /** Every preview, and where it stands between the model and the person. */
  previews(): z.infer<typeof actionRows> {
    return actionRows.parse(this.rows('SELECT workspace_id, shown, progress FROM pending_actions'));
  }

  /** Every preview as its card shows it, by its key. */
  actions(): Map<string, PendingAction> {
    return new Map(
      this.previews().map(({ workspace_id, shown }) => [callKey(workspace_id, shown.id), shown]),
    );
  }

  /** Looks for everything that was acknowledged. */
  lossesOf({ messages, answers, decisions }: Acknowledged): Losses {
    const keys = new Set(
      messageRows
        .parse(this.rows('SELECT sender_key FROM messages WHERE sender_key IS NOT NULL'))
        .map(({ sender_key }) => sender_key),
    );
    const [settlements, actions] = [this.settlements(), this.actions()];
    return {
      messages: [...messages].filter((key) => !keys.has(key)).length,
      answers: [...answers].filter(([key, label]) => !isAnswered(settlements.get(key), label)).length,
      decisions: [...decisions].filter(([key, decided]) => !isDecided(actions.get(key), decided)).length,
      corrupt: Number(this.rows('PRAGMA quick_check(1)')[0]?.['quick_check'] !== 'ok'),
    };
  }

  /** Number of ended questions and previews that the record of decisions does not have exactly once. */
  misrecorded(): number {
    const entries = (kind: string, subject: string) => `(SELECT count(*) FROM ledger WHERE kind = '${kind}'
      AND ledger.workspace_id = ended.workspace_id AND subject = ended.${subject})`;
    const ended = this.rows(
      `SELECT 1 FROM asks AS ended WHERE settlement IS NOT NULL AND ${entries('ask', 'tool_call_id')} <> 1
       UNION ALL SELECT 1 FROM pending_actions AS ended
       WHERE json_extract(shown, '$.state.type') = 'ended' AND ${entries('preview', 'id')} <> 1`,
    );
    return ended.length;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** The losses in the database of a data folder, as it is now. */
export function lossesIn(dataDir: string, acknowledged: Acknowledged): Losses {
  using stored = new Stored(dataDir);
  return stored.lossesOf(acknowledged);
}

function isAnswered(settlement: string | null | undefined, label: string): boolean {
  if (settlement === null || settlement === undefined) return false;
  const { outcome } = settlementSchema.parse(JSON.parse(settlement));
  return (
    outcome.type === 'answered' &&
    outcome.replies.some((reply) => reply.status === 'answered' && reply.picks.includes(label))
  );
}

/** Decision of the person about a preview, carried out or not. */
export function decidedIn({ state }: PendingAction): { type: Ended; words: string } | undefined {
  const [decision, outcome] = [decisionOf(state), decidedOutcomeOf(state)];
  if (decision !== null) return { type: endings[decision.type], words: resolutionOf(decision).words ?? '' };
  if (outcome?.decidedBy !== 'user') return undefined;
  return { type: outcome.type, words: outcome.userWords ?? '' };
}

type Ended = (typeof endings)[Decided['type']];

const endings = {
  apply: 'applied',
  'approve-plan': 'applied',
  discard: 'discarded',
  'refine-plan': 'refined',
  'ask-for-changes': 'refined',
} as const;

function isDecided(action: PendingAction | undefined, { type, words }: Decided): boolean {
  const decided = action && decidedIn(action);
  return decided?.type === endings[type] && decided.words.includes(words);
}
