import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { draftSchema } from '../../src/shared/questions/draft.ts';
import { settlementSchema } from '../../src/shared/transcript/transcript.ts';
import { type Acknowledged, callKey } from './acknowledged.ts';

/** How much of what was acknowledged is not there, and whether the database is damaged. */
export type Losses = { messages: number; answers: number; picks: number; drafts: number; corrupt: number };

const messageRows = z.array(z.object({ sender_key: z.string() }));
const askRows = z.array(
  z.object({ workspace_id: z.string(), tool_call_id: z.string(), settlement: z.string().nullable() }),
);
const draftRows = z.array(z.object({ workspace_id: z.string(), subject: z.string(), body: z.string() }));

/** Looks for everything that was acknowledged in the database of a host that is gone, or goes on. */
export function lossesIn(dataDir: string, acknowledged: Acknowledged): Losses {
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  const rows = (sql: string) => database.prepare(sql).all();
  try {
    const keys = new Set(
      messageRows
        .parse(rows('SELECT sender_key FROM messages WHERE sender_key IS NOT NULL'))
        .map(({ sender_key }) => sender_key),
    );
    const settlements = new Map(
      askRows
        .parse(rows('SELECT workspace_id, tool_call_id, settlement FROM asks'))
        .map((row) => [callKey(row.workspace_id, row.tool_call_id), row.settlement]),
    );
    const drafts = new Map(
      draftRows
        .parse(rows('SELECT workspace_id, subject, body FROM drafts'))
        .map(({ workspace_id, subject, body }) => [`${workspace_id} ${subject}`, body]),
    );
    const draftOf = (key: string) => drafts.get(key.replace(' ', ' ask:'));
    const { messages, answers, picks } = acknowledged;
    return {
      messages: [...messages].filter((key) => !keys.has(key)).length,
      answers: [...answers].filter(([key, label]) => !isAnswered(settlements.get(key), label)).length,
      picks: [...picks].filter(([key, label]) => isOpen(settlements, key) && !isPicked(draftOf(key), label))
        .length,
      drafts: [...acknowledged.drafts].filter(
        ([id, texts]) => !texts.includes(drafts.get(`${id} message`) ?? ''),
      ).length,
      corrupt: Number(rows('PRAGMA quick_check(1)')[0]?.['quick_check'] !== 'ok'),
    };
  } finally {
    database.close();
  }
}

function isOpen(settlements: ReadonlyMap<string, string | null>, key: string): boolean {
  return settlements.get(key) === null;
}

function isAnswered(settlement: string | null | undefined, label: string): boolean {
  if (settlement === null || settlement === undefined) return false;
  const { outcome } = settlementSchema.parse(JSON.parse(settlement));
  return (
    outcome.type === 'answered' &&
    outcome.replies.some((reply) => reply.status === 'answered' && reply.picks.includes(label))
  );
}

function isPicked(body: string | undefined, label: string): boolean {
  if (body === undefined) return false;
  return draftSchema.parse(JSON.parse(body)).some(({ picks }) => picks.includes(label));
}
