import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { HostedParts } from './external-deps.ts';

/**
 * The cards of which no agent's request is open any more: it stopped waiting, or ended, or was of an earlier
 * process of Parley. What the person decides there is told to the agent in words.
 */
export class LeftCalls {
  readonly #parts: Pick<HostedParts, 'asks' | 'permissionStore' | 'queue' | 'workspaces'>;
  readonly #left = new Map<WorkspaceId, Set<ToolCallId>>();

  constructor(parts: Pick<HostedParts, 'asks' | 'permissionStore' | 'queue' | 'workspaces'>) {
    this.#parts = parts;
  }

  /** Returns the calls of a chat whose cards may wait without anybody who would hear at once. */
  of(workspaceId: WorkspaceId): ToolCallId[] {
    return [...this.#ofChat(workspaceId)];
  }

  /** Notes a call when the agent gives up its request, for as long as its card waits then. */
  watch(workspaceId: WorkspaceId, toolCallId: ToolCallId, request: AbortSignal): void {
    const left = this.#ofChat(workspaceId);
    left.delete(toolCallId);
    const note = () => {
      left.add(toolCallId);
      this.#parts.workspaces.changed(workspaceId);
    };
    request.addEventListener('abort', note, { once: true });
  }

  /** The calls that nobody hears of; those that waited when this process began are of an earlier agent. */
  #ofChat(workspaceId: WorkspaceId): Set<ToolCallId> {
    const known = this.#left.get(workspaceId);
    if (known !== undefined) return known;
    const { asks, permissionStore, queue } = this.#parts;
    const others = [...permissionStore.waiting(workspaceId), ...queue.pending(workspaceId)];
    const left = new Set([...asks.waiting(workspaceId), ...others.map(({ toolCallId }) => toolCallId)]);
    this.#left.set(workspaceId, left);
    return left;
  }
}
