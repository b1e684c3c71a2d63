import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { ResolveQueue } from '../../previews/resolve-queue.ts';
import type { AskStore } from '../../storage/ask-store.ts';
import type { PermissionStore } from '../../storage/permission-store.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';

type Stores = {
  asks: Pick<AskStore, 'waiting'>;
  permissionStore: Pick<PermissionStore, 'waiting'>;
  queue: Pick<ResolveQueue, 'pending'>;
  workspaces: Pick<Workspaces, 'changed'>;
};

/**
 * The calls whose cards wait though no request of an agent is open for them any more: it stopped waiting, or ended, or ran
 * under an earlier process of Parley. What the person decides there goes into the agent's next prompt.
 */
export class OrphanedCalls {
  readonly #stores: Stores;
  readonly #calls = new Map<WorkspaceId, Set<ToolCallId>>();

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** Returns those of a chat; some of their cards may have been decided meanwhile. */
  of(workspaceId: WorkspaceId): ToolCallId[] {
    return [...this.#ofChat(workspaceId)];
  }

  /** Notes a call as orphaned once its request aborts. */
  watch(workspaceId: WorkspaceId, toolCallId: ToolCallId, request: AbortSignal): void {
    const orphaned = this.#ofChat(workspaceId);
    orphaned.delete(toolCallId);
    const note = () => {
      orphaned.add(toolCallId);
      this.#stores.workspaces.changed(workspaceId);
    };
    request.addEventListener('abort', note, { once: true });
  }

  /** What waits when a chat is first looked at was asked under an earlier process of Parley. */
  #ofChat(workspaceId: WorkspaceId): Set<ToolCallId> {
    const known = this.#calls.get(workspaceId);
    if (known !== undefined) return known;
    const { asks, permissionStore, queue } = this.#stores;
    const others = [...permissionStore.waiting(workspaceId), ...queue.pending(workspaceId)];
    const orphaned = new Set([...asks.waiting(workspaceId), ...others.map(({ toolCallId }) => toolCallId)]);
    this.#calls.set(workspaceId, orphaned);
    return orphaned;
  }
}
