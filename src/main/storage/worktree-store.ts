import { z } from 'zod';
import { type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import { worktreeStartSchema } from '../../shared/worktrees/chat-worktree.ts';
import { type Database, inTransaction, jsonColumn } from './database.ts';

/** A worktree on the disk. All paths are absolute; commits have their whole names. */
const placedSchema = z.object({
  /** The folder that the chat was begun on. */
  origin: z.string(),
  /** The top folder of the work tree that it was made from, and that one's git folder. */
  originRoot: z.string(),
  originGit: z.string(),
  /** The git folder that all worktrees of the repository share. */
  commonDir: z.string(),
  /** The top folder of the worktree. */
  root: z.string(),
  /** The way from a top folder to the chat's folder; empty for the top itself. */
  below: z.string(),
  branch: z.string(),
  /** The branch and the commit that it was begun at. Where it goes on with another worktree, they are that one's. */
  from: z.string().nullable(),
  base: z.string(),
});

/** What is kept of a removed worktree: what was checked out, and the commit with all files on top of it, the same without any. */
const keptSchema = z.object({
  head: z.string(),
  commit: z.string(),
  /** How many files were not committed, and how many commits are nowhere else. */
  files: z.number().int(),
  commits: z.number().int(),
});

/** What a worktree begins with that restores another; `base` is that one's. */
const restoresSchema = keptSchema.extend({ base: z.string() });

/** As in `ChatWorktree`. */
const copiesSchema = z.array(z.string()).nullable();

/** What was chosen for a worktree that is not there yet. */
const chosenSchema = z.object({
  changes: z.boolean(),
  copies: copiesSchema,
  start: worktreeStartSchema.optional(),
  restores: restoresSchema.optional(),
  removed: z.literal(true).optional(),
});

/**
 * The line that is still to run in a new worktree, and the number of the run that is due; an earlier one was cut off.
 * `elsewhere` where the worktree did not begin as the folder was, so that no rule of the folder answers.
 */
const setupSchema = z.object({
  line: z.string(),
  run: z.number().int(),
  elsewhere: z.literal(true).optional(),
});

/** What is known of a worktree once it is there: `copied` are the copied ignored files, by their paths from the top folder. */
const madeSchema = z.object({
  along: z.number().int(),
  hookSaid: z.string().nullable(),
  copied: z.array(z.string()).optional(),
  setup: setupSchema.optional(),
});

/**
 * What is known of a chat's worktree. The row is the journal: `adding` is stored before anything is made, `removing`
 * before anything is removed, and once that is done with what is `kept`, null for nothing. The next start finds there
 * what the last one left undone. `unwanted` and `start` as in `ChatWorktree`. `restores` is what was kept of another, with which it begins; `removed` where that was the chat's own. `hookSaid` as in `ChatWorktree`, `name` is the chat's. Where the chat `stays`,
 * it is what was known of its worktree, and the commit of its branch.
 */
const worktreeStateSchema = z.discriminatedUnion('type', [
  chosenSchema.extend({ type: z.literal('wanted') }),
  chosenSchema.extend({ type: z.literal('unwanted') }),
  placedSchema.extend({ type: z.literal('adding'), ...chosenSchema.shape }),
  placedSchema.extend({ type: z.literal('made'), ...madeSchema.shape }),
  placedSchema.extend({
    type: z.literal('removing'),
    name: z.string(),
    kept: keptSchema.nullable().optional(),
    stays: madeSchema.extend({ tip: z.string().nullable() }).optional(),
  }),
  placedSchema.extend({ type: z.literal('kept'), name: z.string(), kept: keptSchema }),
]);

export type WorktreeState = z.infer<typeof worktreeStateSchema>;

export type PlacedWorktree = z.infer<typeof placedSchema>;

export type KeptWork = z.infer<typeof keptSchema>;

export type RestoredWork = z.infer<typeof restoresSchema>;

/** A worktree that is in one state. */
export type WorktreeIn<Type extends WorktreeState['type']> = StoredWorktree & {
  state: Extract<WorktreeState, { type: Type }>;
};

export const worktreeRowSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    workspace_id: workspaceIdSchema,
    state: jsonColumn(worktreeStateSchema),
    changed_at: z.number(),
  }),
);

/** `changedAt` is in milliseconds since 1970. */
export type StoredWorktree = {
  id: string;
  workspaceId: WorkspaceId;
  state: WorktreeState;
  changedAt: number;
};

export type WorktreeStore = ReturnType<typeof createWorktreeStore>;

/** All is on the disk on return. A chat has one worktree at most. */
export function createWorktreeStore({ durable }: Database) {
  const all = durable.prepare('SELECT * FROM worktrees ORDER BY changed_at, id');
  const one = durable.prepare('SELECT * FROM worktrees WHERE id = ?');
  const ofChat = durable.prepare(
    `SELECT * FROM worktrees WHERE workspace_id = ? AND json_extract(state, '$.type') <> 'kept'`,
  );
  const at = durable.prepare(
    `SELECT worktrees.* FROM worktrees JOIN workspaces ON workspaces.id = workspace_id
     WHERE folder = ? AND json_extract(state, '$.type') = 'made'`,
  );
  const write = durable.prepare(
    'INSERT OR REPLACE INTO worktrees (id, workspace_id, state, changed_at) VALUES (?, ?, ?, ?)',
  );
  const remove = durable.prepare('DELETE FROM worktrees WHERE id = ?');
  const moveChat = durable.prepare('UPDATE workspaces SET folder = ?, folder_identity = ? WHERE id = ?');

  function save({ id, workspaceId, state, changedAt }: StoredWorktree): void {
    write.run(id, workspaceId, JSON.stringify(state), changedAt);
  }

  return {
    /** The last changed one last. */
    list: (): StoredWorktree[] => all.all().map(read),
    /** The removed ones of which something is kept, the last one first. */
    kept: (): WorktreeIn<'kept'>[] =>
      all
        .all()
        .map(read)
        .flatMap(({ state, ...rest }) => (state.type === 'kept' ? [{ ...rest, state }] : []))
        .toReversed(),
    find(id: string): StoredWorktree | undefined {
      const row = one.get(id);
      return row === undefined ? undefined : read(row);
    },
    of(workspaceId: WorkspaceId): StoredWorktree | undefined {
      const row = ofChat.get(workspaceId);
      return row === undefined ? undefined : read(row);
    },
    /** The worktree in which the folder of a chat lies; undefined for any other folder. */
    at(folder: string): PlacedWorktree | undefined {
      const row = at.get(folder);
      const state = row === undefined ? undefined : read(row).state;
      return state?.type === 'made' ? state : undefined;
    },
    save,
    /** Stores worktrees together with the folder that their chat has from now on. */
    saveMoved(
      workspaceId: WorkspaceId,
      folder: { path: string; identity: string | null },
      worktrees: readonly StoredWorktree[],
    ): void {
      inTransaction(durable, () => {
        for (const worktree of worktrees) save(worktree);
        moveChat.run(folder.path, folder.identity, workspaceId);
      });
    },
    remove: (id: string): void => void remove.run(id),
  };
}

function read(row: unknown): StoredWorktree {
  const { id, workspace_id: workspaceId, state, changed_at: changedAt } = worktreeRowSchema.parse(row);
  return { id, workspaceId, state, changedAt };
}
