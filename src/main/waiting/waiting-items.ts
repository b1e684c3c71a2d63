import type { WorkspaceId } from '../../shared/ids.ts';

/** What waits for a person in chats, of one kind: the questions, permissions, forms or previews. */
export interface WaitingItems {
  /** The person wrote a message instead, which is the reply to whatever the chat's agent waits for. */
  repliedInChat(workspaceId: WorkspaceId): void;
  /** The chat is about to be deleted. */
  chatRemoved(workspaceId: WorkspaceId): void;
  /** Settles what is stored as waiting though its call has its result, for something failed between the two. */
  settleOrphaned(workspaceId: WorkspaceId): void;
}

/** Everything that waits for a person in chats, of every kind. */
export class AllWaitingItems implements WaitingItems {
  readonly #all: readonly WaitingItems[];

  constructor(all: readonly WaitingItems[]) {
    this.#all = all;
  }

  repliedInChat(workspaceId: WorkspaceId): void {
    for (const items of this.#all) items.repliedInChat(workspaceId);
  }

  chatRemoved(workspaceId: WorkspaceId): void {
    for (const items of this.#all) items.chatRemoved(workspaceId);
  }

  settleOrphaned(workspaceId: WorkspaceId): void {
    for (const items of this.#all) items.settleOrphaned(workspaceId);
  }
}
