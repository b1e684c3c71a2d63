import { z } from 'zod';
import { type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import { type Mode, modeSchema, type TurnState, turnStateSchema } from '../../shared/workspace/workspace.ts';
import type { Database } from './database.ts';

const rowSchema = z.object({
  id: workspaceIdSchema,
  name: z.string(),
  folder: z.string(),
  mode: modeSchema,
  agent: z.string(),
  turn: z.string().transform((text) => turnStateSchema.parse(JSON.parse(text))),
  created_at: z.number(),
  updated_at: z.number(),
  waiting: z.number(),
});

/** A workspace as it is stored; `agent` is `guide` or `<provider>/<model>`, `waiting` counts open asks. */
export type WorkspaceRow = z.infer<typeof rowSchema>;

export type NewWorkspace = {
  id: WorkspaceId;
  name: string;
  folder: string;
  mode: Mode;
  agent: string;
  at: number;
};

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/** The workspaces of the database; times are milliseconds since 1970. */
export function createWorkspaceStore({ durable }: Database) {
  const columns = `*, (SELECT count(*) FROM asks WHERE workspace_id = workspaces.id AND settlement IS NULL) AS waiting`;
  const all = durable.prepare(`SELECT ${columns} FROM workspaces ORDER BY created_at, id`);
  const one = durable.prepare(`SELECT ${columns} FROM workspaces WHERE id = ?`);
  const insert = durable.prepare(
    `INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, '{"status":"idle"}', ?, ?)`,
  );
  const setAgent = durable.prepare('UPDATE workspaces SET agent = ? WHERE id = ?');
  const mode = durable.prepare('UPDATE workspaces SET mode = ? WHERE id = ?');
  const turn = durable.prepare('UPDATE workspaces SET turn = ?, updated_at = ? WHERE id = ?');

  return {
    list: (): WorkspaceRow[] => all.all().map((row) => rowSchema.parse(row)),
    get(id: WorkspaceId): WorkspaceRow | undefined {
      const row = one.get(id);
      return row === undefined ? undefined : rowSchema.parse(row);
    },
    add({ id, name, folder, mode: first, agent, at }: NewWorkspace): void {
      insert.run(id, name, folder, first, agent, at, at);
    },
    setMode(id: WorkspaceId, value: Mode): void {
      mode.run(value, id);
    },
    setAgent(id: WorkspaceId, agent: string): void {
      setAgent.run(agent, id);
    },
    setTurn(id: WorkspaceId, state: TurnState, at: number): void {
      turn.run(JSON.stringify(state), at, id);
    },
  };
}
