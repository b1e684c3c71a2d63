import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Approvals } from '../../../shared/previews/decision.ts';
import type { WorktreeChoice } from '../../../shared/worktrees/worktree-offer.ts';
import type { Mode, Thinking } from '../../../shared/workspace/workspace.ts';
import type { Companion } from '../../companion.ts';
import type { ParleyStore } from '../parley-store.ts';
import { attempt } from './attempt.ts';

/** Actions on a chat's agent. Failures are shown in the chat; success comes with the feed. */
export type ChatIntents = {
  setMode(id: WorkspaceId, mode: Mode): void;
  /** `agent` is `guide`, `<provider>/<model>` or `acp/<agent>`. */
  setAgent(id: WorkspaceId, agent: string): void;
  /** From the next request on. Resolves to whether it was stored. */
  setThinking(id: WorkspaceId, thinking: Thinking): Promise<boolean>;
  /** From the next preview on. */
  setApprovals(id: WorkspaceId, approvals: Approvals): void;
  /** Where a chat works that has not begun, and new ones on its folder. */
  chooseWorktree(id: WorkspaceId, choice: WorktreeChoice): void;
  /** Has the worktree of a chat begin at what is checked out in its folder, and its agent go on. */
  beginAtFolder(id: WorkspaceId): void;
  stop(id: WorkspaceId): void;
  resume(id: WorkspaceId): void;
  /** Sends the request at once that waits to be repeated. */
  retryNow(id: WorkspaceId): void;
  /** Has the earlier turns summarised, then goes on. */
  compactAndResume(id: WorkspaceId): void;
};

export function createChatIntents({ client: { workspace } }: Companion, store: ParleyStore): ChatIntents {
  return {
    setMode: (id, mode) => void attempt(store, id, workspace.setMode({ workspaceId: id, mode })),
    setAgent: (id, agent) => void attempt(store, id, workspace.setAgent({ workspaceId: id, agent })),
    setThinking: (id, thinking) => attempt(store, id, workspace.setThinking({ workspaceId: id, thinking })),
    setApprovals: (id, approvals) =>
      void attempt(store, id, workspace.setApprovals({ workspaceId: id, approvals })),
    chooseWorktree: (id, choice) =>
      void attempt(store, id, workspace.chooseWorktree({ workspaceId: id, choice })),
    beginAtFolder(id) {
      const choice = { own: true, changes: true, copies: null } as const;
      const chosen = workspace.chooseWorktree({ workspaceId: id, choice });
      void attempt(
        store,
        id,
        chosen.then(() => workspace.resume({ workspaceId: id })),
      );
    },
    stop: (id) => void attempt(store, id, workspace.stop({ workspaceId: id })),
    resume: (id) => void attempt(store, id, workspace.resume({ workspaceId: id })),
    retryNow: (id) => void attempt(store, id, workspace.retryNow({ workspaceId: id })),
    compactAndResume: (id) => void attempt(store, id, workspace.compactAndResume({ workspaceId: id })),
  };
}

/** Sends a message again as it is; a request made while one is under way is ignored. */
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
