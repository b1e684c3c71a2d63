import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { isInPath, newestPathThrough, pathOf } from '../../shared/transcript/branch-path.ts';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';

const versionSchema = z.lazy(() => z.object({ id: messageIdSchema, version_of: messageIdSchema }));
const placeSchema = z.lazy(() => z.object({ branch: z.number(), replaced_by: z.number().nullable() }));
const branchSchema = z.lazy(() =>
  z
    .object({ id: z.number(), parent: z.number(), version_of: z.number(), newest: z.number() })
    .transform(({ version_of: versionOf, ...branch }) => ({ ...branch, versionOf })),
);

export type BranchStore = ReturnType<typeof createBranchStore>;

/** The branches of chats. A message that is not in the shown path is marked by `replaced_by`. */
export function createBranchStore({ durable }: Database) {
  const versions = durable.prepare(
    `SELECT id, version_of FROM messages WHERE workspace_id = ? AND version_of IS NOT NULL
       AND withdrawn_by IS NULL ORDER BY id`,
  );
  const placeOf = durable.prepare(
    `SELECT branch, replaced_by FROM messages WHERE workspace_id = ? AND id = ? AND withdrawn_by IS NULL
       AND outside = 0`,
  );
  const branches = durable.prepare(
    `SELECT begun.id, first.branch AS parent, begun.version_of,
       (SELECT max(id) FROM messages WHERE workspace_id = begun.workspace_id AND branch = begun.id) AS newest
     FROM messages AS begun JOIN messages AS first ON first.id = begun.version_of
     WHERE begun.workspace_id = :id AND begun.version_of IS NOT NULL AND begun.branch = begun.id
     UNION ALL SELECT 0, 0, 0, coalesce(max(id), 0) FROM messages
       WHERE workspace_id = :id AND branch = 0 AND outside = 0`,
  );
  const hide = durable.prepare(
    'UPDATE messages SET replaced_by = ? WHERE workspace_id = ? AND outside = 0 AND replaced_by IS NULL',
  );
  const unhide = durable.prepare(
    'UPDATE messages SET replaced_by = NULL WHERE workspace_id = ? AND outside = 0 AND branch = ? AND id < ?',
  );
  const setBranch = durable.prepare('UPDATE workspaces SET branch = ? WHERE id = ?');

  return {
    /** The versions of each message of a chat that was sent again, by each of them, in their order. */
    versions(workspaceId: WorkspaceId): Map<MessageId, MessageId[]> {
      const ofFirst = new Map<MessageId, MessageId[]>();
      for (const row of versions.all(workspaceId)) {
        const { id, version_of: first } = versionSchema.parse(row);
        ofFirst.set(first, [...(ofFirst.get(first) ?? [first]), id]);
      }
      return new Map([...ofFirst.values()].flatMap((all) => all.map((id) => [id, all] as const)));
    },
    /**
     * Shows the path through a message in which something was said last. `there` where it is shown already.
     * On the disk on return.
     */
    show(workspaceId: WorkspaceId, messageId: MessageId): 'shown' | 'there' | 'no-such-message' {
      const row = placeOf.get(workspaceId, messageId);
      if (row === undefined) return 'no-such-message';
      const place = placeSchema.parse(row);
      if (place.replaced_by === null) return 'there';
      const all = branches.all({ id: workspaceId }).map((branch) => branchSchema.parse(branch));
      const end = newestPathThrough(all, place.branch, messageId);
      const path = pathOf(all, end);
      if (!isInPath(path, place.branch, messageId)) return 'no-such-message';
      inTransaction(durable, () => {
        hide.run(end, workspaceId);
        for (const { branch, below } of path)
          unhide.run(workspaceId, branch, Math.min(below, Number.MAX_SAFE_INTEGER));
        setBranch.run(end, workspaceId);
      });
      return 'shown';
    },
  };
}
