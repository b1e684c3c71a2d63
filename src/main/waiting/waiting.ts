import type { WorkspaceId } from '../../shared/ids.ts';

/** One kind of what waits for a person in chats: questions, permissions, forms, previews. */
export interface WaitingKind {
  /** The person wrote a message instead, which is the reply to whatever the chat's agent waits for. */
  repliedInChat(workspaceId: WorkspaceId): void;
  /** The chat is about to be deleted. */
  chatRemoved(workspaceId: WorkspaceId): void;
  /** Settles what is stored as waiting though its call has its result, for something failed between the two. */
  settleOrphaned(workspaceId: WorkspaceId): void;
}

/** Everything that waits for a person in chats, of whichever kind. */
export class Waiting implements WaitingKind {
  readonly #kinds: readonly WaitingKind[];

  constructor(kinds: readonly WaitingKind[]) {
    this.#kinds = kinds;
  }

  repliedInChat(workspaceId: WorkspaceId): void {
    for (const kind of this.#kinds) kind.repliedInChat(workspaceId);
  }

  chatRemoved(workspaceId: WorkspaceId): void {
    for (const kind of this.#kinds) kind.chatRemoved(workspaceId);
  }

  settleOrphaned(workspaceId: WorkspaceId): void {
    for (const kind of this.#kinds) kind.settleOrphaned(workspaceId);
  }
}
