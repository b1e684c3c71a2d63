import { z } from 'zod';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Mode, Thinking } from '../../shared/workspace/workspace.ts';
import type { TurnState } from '../../shared/workspace/turn-state.ts';
import type { Approvals } from '../../shared/previews/decision.ts';
import type { DialectId } from '../../shared/dialects/registry.ts';
import type { Database } from './database.ts';
import { columns, firstWordsAsked, type WorkspaceRow, workspaceRowSchema } from './workspace-row.ts';

export type NewWorkspace = {
  id: WorkspaceId;
  name: string;
  folder: string;
  folderIdentity?: string | null;
  mode: Mode;
  agent: string;
  dialect: DialectId | null;
  named?: boolean;
  at: number;
};

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/** The workspaces of the database; times are milliseconds since 1970. */
export function createWorkspaceStore({ durable }: Database) {
  const all = durable.prepare(`SELECT ${columns} FROM workspaces ORDER BY created_at, id`);
  const one = durable.prepare(`SELECT ${columns} FROM workspaces WHERE id = ?`);
  const insert = durable.prepare(
    `INSERT INTO workspaces (id, name, named, folder, folder_identity, mode, agent, dialect, turn, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{"status":"idle"}', ?, ?)`,
  );
  const setAgent = durable.prepare('UPDATE workspaces SET agent = ? WHERE id = ?');
  const setDialect = durable.prepare('UPDATE workspaces SET dialect = ? WHERE id = ?');
  const thinking = durable.prepare('UPDATE workspaces SET thinking = ? WHERE id = ?');
  const approvals = durable.prepare('UPDATE workspaces SET approvals = ? WHERE id = ?');
  const mode = durable.prepare('UPDATE workspaces SET mode = ? WHERE id = ?');
  const turn = durable.prepare('UPDATE workspaces SET turn = ?, updated_at = ? WHERE id = ?');
  const firstAsked = durable.prepare(firstWordsAsked);
  const removedAt = durable.prepare('UPDATE workspaces SET removed_at = ? WHERE id = ?');
  const drop = durable.prepare('DELETE FROM workspaces WHERE id = ?');

  return {
    ...folderIdentities(durable),
    ...listMarks(durable),
    list: (): WorkspaceRow[] => all.all().map((row) => workspaceRowSchema.parse(row)),
    get(id: WorkspaceId): WorkspaceRow | undefined {
      const row = one.get(id);
      return row === undefined ? undefined : workspaceRowSchema.parse(row);
    },
    add({ id, name, folder, agent, dialect, at, ...row }: NewWorkspace): void {
      const { named = true, folderIdentity = null, mode: first } = row;
      insert.run(id, name, Number(named), folder, folderIdentity, first, agent, dialect, at, at);
    },
    setMode: (id: WorkspaceId, value: Mode): void => void mode.run(value, id),
    setAgent: (id: WorkspaceId, agent: string): void => void setAgent.run(agent, id),
    setDialect(id: WorkspaceId, dialect: DialectId | null): void {
      setDialect.run(dialect, id);
    },
    setThinking: (id: WorkspaceId, value: Thinking): void => void thinking.run(value, id),
    setApprovals: (id: WorkspaceId, value: Approvals): void => void approvals.run(value, id),
    setTurn(id: WorkspaceId, state: TurnState, at: number): void {
      turn.run(JSON.stringify(state), at, id);
    },
    /** The start of what was asked first from outside; undefined where nothing was. */
    firstAsked(id: WorkspaceId): string | undefined {
      return z.string().nullish().parse(firstAsked.get(id)?.['words']) ?? undefined;
    },
    /** Stores the time a workspace was removed at, or null where it is restored. */
    setRemovedAt(id: WorkspaceId, at: number | null): void {
      removedAt.run(at, id);
    },
    /** Deletes a workspace with its messages. */
    drop(id: WorkspaceId): void {
      drop.run(id);
    },
  };
}

function folderIdentities(durable: Database['durable']) {
  const ofOne = durable.prepare('UPDATE workspaces SET folder_identity = ? WHERE id = ?');
  const ofAll = durable.prepare('UPDATE workspaces SET folder_identity = ? WHERE folder = ?');
  return {
    /** Stores the folder of a workspace by its `KnownFolder` identity. */
    setFolderIdentity: (id: WorkspaceId, identity: string): void => void ofOne.run(identity, id),
    /** The same for all that are about the folder at a path. */
    setIdentityOfFolder: (folder: string, identity: string): void => void ofAll.run(identity, folder),
  };
}

/** The properties of a workspace in the list besides what happens in it. */
function listMarks(durable: Database['durable']) {
  const rename = durable.prepare('UPDATE workspaces SET name = ?, named = ? WHERE id = ?');
  const pin = durable.prepare('UPDATE workspaces SET pinned = ? WHERE id = ?');
  const archive = durable.prepare('UPDATE workspaces SET archived = ? WHERE id = ?');
  const unread = durable.prepare('UPDATE workspaces SET unread = ? WHERE id = ?');
  return {
    /** `named` is false for a name made from the first words, which gives way to those. */
    rename(id: WorkspaceId, name: string, named: boolean): void {
      rename.run(name, Number(named), id);
    },
    setPinned(id: WorkspaceId, pinned: boolean): void {
      pin.run(Number(pinned), id);
    },
    setArchived(id: WorkspaceId, archived: boolean): void {
      archive.run(Number(archived), id);
    },
    setUnread(id: WorkspaceId, value: boolean): void {
      unread.run(Number(value), id);
    },
  };
}
