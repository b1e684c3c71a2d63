import { z } from 'zod';
import { type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import {
  type GitAct,
  gitActSchema,
  type GitActSettlement,
  gitActSettlementSchema,
} from '../../shared/worktrees/git-act.ts';
import { type Database, inTransaction, jsonColumn } from './database.ts';

/** The work tree that git was to act in, and its git folder, both absolute. */
const placeSchema = z.object({ root: z.string(), gitDir: z.string() });

export const gitActRowSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    workspace_id: workspaceIdSchema,
    act: jsonColumn(gitActSchema),
    place: jsonColumn(placeSchema),
    begun_at: z.number(),
    settlement: jsonColumn(gitActSettlementSchema).nullable(),
  }),
);

/** The row is the journal: it has no settlement until it is known what came of the act. `begunAt` as `at` is elsewhere. */
export type StoredGitAct = {
  id: string;
  workspaceId: WorkspaceId;
  act: GitAct;
  place: z.infer<typeof placeSchema>;
  begunAt: number;
  settlement: GitActSettlement | null;
};

export type GitActStore = ReturnType<typeof createGitActStore>;

/** All is on the disk on return. */
export function createGitActStore({ durable }: Database) {
  const insert = durable.prepare(
    'INSERT INTO git_acts (id, workspace_id, act, place, begun_at) VALUES (?, ?, ?, ?, ?)',
  );
  const settle = durable.prepare('UPDATE git_acts SET settlement = ? WHERE id = ? AND settlement IS NULL');
  const forget = durable.prepare(
    `DELETE FROM git_acts WHERE settlement IS NOT NULL
       AND workspace_id = (SELECT workspace_id FROM git_acts WHERE id = ?1)
       AND (id <> ?1 OR NOT json_extract(settlement, '$.cutOff'))`,
  );
  const unsettled = durable.prepare('SELECT * FROM git_acts WHERE settlement IS NULL ORDER BY begun_at, id');
  const last = durable.prepare(
    'SELECT * FROM git_acts WHERE workspace_id = ? ORDER BY begun_at DESC, rowid DESC LIMIT 1',
  );
  return {
    begin({ id, workspaceId, act, place, begunAt }: Omit<StoredGitAct, 'settlement'>): void {
      insert.run(id, workspaceId, JSON.stringify(act), JSON.stringify(place), begunAt);
    },
    /**
     * Stores what came of an act in the record of decisions, where the person can delete it; here only what was cut off
     * stays, until the chat's next act is settled.
     */
    settle: (id: string, settlement: GitActSettlement): void =>
      inTransaction(durable, () => {
        settle.run(JSON.stringify(settlement), id);
        forget.run(id);
      }),
    /** Oldest first. */
    unsettled: (): StoredGitAct[] => unsettled.all().map(read),
    /** The last one of a chat that is stored. */
    last(workspaceId: WorkspaceId): StoredGitAct | undefined {
      const row = last.get(workspaceId);
      return row === undefined ? undefined : read(row);
    },
  };
}

function read(row: unknown): StoredGitAct {
  const { workspace_id: workspaceId, begun_at: begunAt, ...rest } = gitActRowSchema.parse(row);
  return { ...rest, workspaceId, begunAt };
}
