import { z } from 'zod';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';

/** `key` is the withdrawing call's. */
export type Withdrawal = { workspaceId: WorkspaceId; id: MessageId; key: string; more: () => void };

/** `not-queued`: it was taken out before, by another call. */
export type WithdrawalResult = 'withdrawn' | 'repeated' | 'already-delivered' | 'not-queued';

const stateSchema = z.lazy(() =>
  z.object({ queued: z.number().transform(Boolean), withdrawn_by: z.string().nullable() }),
);

export type WithdrawalStore = ReturnType<typeof createWithdrawalStore>;

/** Stores the withdrawals of queued messages. */
export function createWithdrawalStore({ durable }: Database) {
  const stateOf = durable.prepare(
    'SELECT queued, withdrawn_by FROM messages WHERE workspace_id = ? AND id = ?',
  );
  const withdraw = durable.prepare('UPDATE messages SET withdrawn_by = ? WHERE id = ?');
  const dropParts = durable.prepare('DELETE FROM parts WHERE message_id = ?');

  return {
    /**
     * Removes a message from the queue for good and runs `more` with it, all or nothing; on the disk on
     * return. The same key again changes nothing. The row stays, so that its sender's key stays known.
     */
    withdraw({ workspaceId, id, key, more }: Withdrawal): WithdrawalResult {
      const row = stateOf.get(workspaceId, id);
      if (row === undefined) return 'not-queued';
      const { queued: isQueued, withdrawn_by } = stateSchema.parse(row);
      if (withdrawn_by !== null) return withdrawn_by === key ? 'repeated' : 'not-queued';
      if (!isQueued) return 'already-delivered';
      inTransaction(durable, () => {
        withdraw.run(key, id);
        dropParts.run(id);
        more();
      });
      return 'withdrawn';
    },
  };
}
