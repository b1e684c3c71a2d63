import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/failure-text.ts';
import { type ParleyStore, setNotice } from '../parley-store.ts';

/** Sends a message of the person again as it is; requests made meanwhile send it only once. */
export type SendAgain = { sendAgain(workspaceId: WorkspaceId, id: MessageId, text: string): void };

export function createSendAgain(companion: Companion, store: ParleyStore): SendAgain {
  const underWay = new Set<MessageId>();
  return {
    sendAgain(workspaceId, id, text) {
      if (underWay.has(id)) return;
      underWay.add(id);
      setNotice(store, workspaceId, undefined);
      companion.client.workspace
        .resendMessage({ workspaceId, messageId: id, key: crypto.randomUUID(), text })
        .catch((error: unknown) => setNotice(store, workspaceId, failureText(error)))
        .finally(() => underWay.delete(id));
    },
  };
}
