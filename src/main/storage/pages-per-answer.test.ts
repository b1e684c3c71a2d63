import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { Outcome } from '../../shared/questions/questions.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';

/**
 * Of the database, as they go into its log with an answer: the question's row, which grows, the list of
 * those that wait, and the end of the record of decisions; the rest are pages that come to be full.
 */
const budget = 4.6;

type Replies = Extract<Outcome, { type: 'answered' }>['replies'];

const workspaceId = workspaceIdSchema.parse('w');
const questions = [
  {
    id: '1',
    prompt: 'Which way?',
    header: 'Way',
    kind: 'choice' as const,
    options: [
      { label: 'A', description: 'the first' },
      { label: 'B', description: 'the second' },
    ],
    multiple: false,
  },
];

/** A data folder in which so many questions wait. */
function manyAsked(count: number) {
  const dataDir = temporaryFolder();
  const stores = storesIn(dataDir);
  const workspace = { id: workspaceId, name: 'Work', folder: '/work', mode: 'plan' as const };
  stores.workspaces.add({ ...workspace, agent: 'guide', dialect: null, at: 1 });
  const messageId = stores.messages.addAgentMessage(workspaceId, 1);
  const calls = Array.from({ length: count }, (_, index) => toolCallIdSchema.parse(`call-${index}`));
  for (const toolCallId of calls)
    stores.asks.open({ workspaceId, toolCallId, messageId, asker: 'Parley', questions, openedAt: 1 });
  return { dataDir, stores, calls };
}

/** The pages that the work writes into the WAL of a database that is open; a reader keeps it from beginning anew. */
function pagesOf(dataDir: string, work: () => void): number {
  const file = join(dataDir, 'parley.db');
  const beside = new DatabaseSync(file);
  const size = Number(beside.prepare('PRAGMA page_size').get()?.['page_size']);
  expect(beside.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0, log: 0 });
  beside.exec('BEGIN');
  beside.prepare('SELECT count(*) FROM asks').get();
  work();
  const pages = Math.floor(statSync(`${file}-wal`).size / (size + 24));
  beside.close();
  return pages;
}

test(`an answer writes at most ${budget} pages of the database`, () => {
  const { dataDir, stores, calls } = manyAsked(300);
  const replies: Replies = [{ status: 'answered', questionId: '1', picks: ['A'], origin: 'picked' }];
  const outcome: Outcome = { type: 'answered', replies, timedOut: false };
  const pages = pagesOf(dataDir, () => {
    for (const call of calls) stores.asks.settle(workspaceId, call, { outcome, where: 'card', at: 2 });
  });
  expect(pages).toBeGreaterThan(2 * calls.length);
  expect(pages).toBeLessThanOrEqual(budget * calls.length);
  stores.close();
});
