import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Approvals } from '../../../shared/previews/decision.ts';
import type { Mode, Thinking } from '../../../shared/workspace/workspace.ts';
import type { Companion } from '../../companion.ts';
import type { ParleyStore } from '../parley-store.ts';
import { attempt } from './attempt.ts';

/** Actions of a person on a chat's agent. Failures are shown in the chat; success shows in the feed. */
export type ChatIntents = {
  setMode(id: WorkspaceId, mode: Mode): void;
  /** Gives the chat to another agent: `guide` or `<provider>/<model>`. */
  setAgent(id: WorkspaceId, agent: string): void;
  /** Says how much the chat's model thinks from the next request on. Resolves to whether that is done. */
  setThinking(id: WorkspaceId, thinking: Thinking): Promise<boolean>;
  /** Says who applies edits from the next preview on. */
  setApprovals(id: WorkspaceId, approvals: Approvals): void;
  stop(id: WorkspaceId): void;
  resume(id: WorkspaceId): void;
};

export function createChatIntents({ client: { workspace } }: Companion, store: ParleyStore): ChatIntents {
  return {
    setMode: (id, mode) => void attempt(store, id, workspace.setMode({ workspaceId: id, mode })),
    setAgent: (id, agent) => void attempt(store, id, workspace.setAgent({ workspaceId: id, agent })),
    setThinking: (id, thinking) => attempt(store, id, workspace.setThinking({ workspaceId: id, thinking })),
    setApprovals: (id, approvals) =>
      void attempt(store, id, workspace.setApprovals({ workspaceId: id, approvals })),
    stop: (id) => void attempt(store, id, workspace.stop({ workspaceId: id })),
    resume: (id) => void attempt(store, id, workspace.resume({ workspaceId: id })),
  };
}

/** Sends a message of the person again as it is; requests made meanwhile send it only once. */
export type SendAgain = { sendAgain(workspaceId: WorkspaceId, id: MessageId, text: string): void };

export function createSendAgain(companion: Companion, store: ParleyStore): SendAgain {
  const underWay = new Set<MessageId>();
  return {
    sendAgain(workspaceId, id, text) {
      if (underWay.has(id)) return;
      underWay.add(id);
      const call = companion.client.workspace.resendMessage({
        workspaceId,
        messageId: id,
        key: crypto.randomUUID(),
        text,
      });
      void attempt(store, workspaceId, call).finally(() => underWay.delete(id));
    },
  };
}
