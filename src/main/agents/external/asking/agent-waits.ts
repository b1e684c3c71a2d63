import type { CallKey, ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import { decidedOutcomeOf, decisionOf } from '../../../../shared/previews/preview-state.ts';
import type { AgentWait } from '../../../../shared/workspace/agent-wait.ts';
import type { Forms } from '../../../forms/forms.ts';
import type { Permissions } from '../../../permissions/permissions.ts';
import type { ResolveQueue } from '../../../previews/resolve-queue.ts';
import type { AskStore } from '../../../storage/ask-store.ts';
import type { PermissionStore } from '../../../storage/permission-store.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';

type WaitsDeps = {
  asks: Pick<AskStore, 'get' | 'waiting'>;
  permissions: Pick<Permissions, 'resumes'>;
  permissionStore: Pick<PermissionStore, 'waiting'>;
  forms: Pick<Forms, 'left'>;
  queue: Pick<ResolveQueue, 'pending' | 'stagedBy'>;
  workspaces: Pick<Workspaces, 'changed'>;
};

/**
 * How the agents of chats wait for what their cards ask, where that is not until the person decides. What the person
 * decides on the card of an orphaned call goes into the agent's next prompt.
 */
export class AgentWaits {
  readonly #deps: WaitsDeps;
  readonly #waits = new Map<WorkspaceId, Map<ToolCallId, AgentWait>>();

  constructor(deps: WaitsDeps) {
    this.#deps = deps;
  }

  /** Returns those of a chat; some of their cards may have been decided meanwhile. */
  of(workspaceId: WorkspaceId): { toolCallId: ToolCallId; wait: AgentWait }[] {
    return [...this.#ofChat(workspaceId)].map(([toolCallId, wait]) => ({ toolCallId, wait }));
  }

  /**
   * True of a call that waits for the person, or whose decision has not reached its agent. A plan that waits outlives its
   * call.
   */
  isUnanswered(call: CallKey): boolean {
    const { asks, permissions, forms } = this.#deps;
    return (
      asks.get(call.workspaceId, call.toolCallId) !== undefined ||
      permissions.resumes(call) ||
      forms.left(call) !== undefined ||
      this.#hasDecidedPlan(call)
    );
  }

  #hasDecidedPlan({ workspaceId, toolCallId }: CallKey): boolean {
    const state = this.#deps.queue.stagedBy(workspaceId, toolCallId)?.shown.state;
    if (state === undefined) return false;
    return decisionOf(state) !== null || decidedOutcomeOf(state)?.decidedBy === 'user';
  }

  /** Notes how an agent waits, and the call as orphaned once its request aborts. */
  watch(workspaceId: WorkspaceId, toolCallId: ToolCallId, request: AbortSignal, wait?: AgentWait): void {
    const waits = this.#ofChat(workspaceId);
    if (wait === undefined) waits.delete(toolCallId);
    else waits.set(toolCallId, wait);
    const note = () => {
      waits.set(toolCallId, { type: 'orphaned' });
      this.#deps.workspaces.changed(workspaceId);
    };
    request.addEventListener('abort', note, { once: true });
  }

  /** What waits when a chat is first looked at was asked under an earlier process of Parley. */
  #ofChat(workspaceId: WorkspaceId): Map<ToolCallId, AgentWait> {
    const known = this.#waits.get(workspaceId);
    if (known !== undefined) return known;
    const { asks, permissionStore, queue } = this.#deps;
    const others = [...permissionStore.waiting(workspaceId), ...queue.pending(workspaceId)];
    const ids = [...asks.waiting(workspaceId), ...others.map(({ toolCallId }) => toolCallId)];
    const waits = new Map(ids.map((id): [ToolCallId, AgentWait] => [id, { type: 'orphaned' }]));
    this.#waits.set(workspaceId, waits);
    return waits;
  }
}
