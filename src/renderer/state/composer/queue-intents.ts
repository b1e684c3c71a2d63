import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { UserMessage } from '../../../shared/transcript/transcript.ts';
import { failureText, tooLongText } from '../../connection/connection.ts';
import { updateComposer } from '../parley-store.ts';
import type { Parley } from '../parley.ts';
import { isTooLong } from '../text-limit.ts';
import { emptyComposer, withWithdrawn } from './composer-state.ts';

/** Actions on messages that the agent has not read yet. Problems are shown in the composer. */
export type QueueIntents = {
  /** Moves a queued message back into the field, before what stands there. */
  editQueued(id: WorkspaceId, message: UserMessage): void;
  removeQueued(id: WorkspaceId, messageId: MessageId): void;
  /** Has the agent read the queue at once; one that works is stopped for it where it has to be. */
  sendQueuedNow(id: WorkspaceId, messageId: MessageId): void;
};

export function createQueueIntents({
  companion,
  store,
  saveMessageNow,
}: Pick<Parley, 'companion' | 'store' | 'saveMessageNow'>): QueueIntents {
  const underway = new Set<MessageId>();

  async function withdraw(id: WorkspaceId, messageId: MessageId, draft?: string): Promise<boolean> {
    if (underway.has(messageId)) return false;
    underway.add(messageId);
    const setProblem = (problem: string | null) =>
      updateComposer(store, id, (composer) => ({ ...composer, problem }));
    setProblem(null);
    try {
      const key = crypto.randomUUID();
      await companion.client.workspace.withdrawMessage({ workspaceId: id, messageId, key, draft });
      return true;
    } catch (error) {
      setProblem(failureText(error));
      return false;
    } finally {
      underway.delete(messageId);
    }
  }

  async function edit(id: WorkspaceId, message: UserMessage): Promise<void> {
    const merged = withWithdrawn(store.getState().composers[id] ?? emptyComposer, message);
    if (isTooLong(merged.text)) {
      return updateComposer(store, id, (composer) => ({ ...composer, problem: tooLongText }));
    }
    if (!(await withdraw(id, message.id, merged.text))) return;
    updateComposer(store, id, (composer) => withWithdrawn(composer, message));
    saveMessageNow(id);
  }

  return {
    editQueued: (id, message) => void edit(id, message),
    removeQueued: (id, messageId) => void withdraw(id, messageId),
    sendQueuedNow(id, messageId) {
      companion.client.workspace
        .sendQueuedNow({ workspaceId: id, messageId })
        .catch((error: unknown) =>
          updateComposer(store, id, (composer) => ({ ...composer, problem: failureText(error) })),
        );
    },
  };
}
