import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import { resolutionOf } from '../../shared/previews/resolution.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { ResolveQueue } from './resolve-queue.ts';
import { isApart } from './staged-action.ts';
import type { Undos } from './undos.ts';

type ApartDeps = { queue: ResolveQueue; undos: Undos; report: (error: unknown) => void };

/** Carries out what is decided about previews with which the chat's agent has nothing to do: no turn of it takes part. */
export class ApartPreviews {
  readonly #deps: ApartDeps;

  constructor(deps: ApartDeps) {
    this.#deps = deps;
  }

  /** Carries out the decision about one, also after a failed attempt. False where the preview is the agent's. */
  async carryOut(workspaceId: WorkspaceId, id: ActionId): Promise<boolean> {
    const { queue } = this.#deps;
    const action = queue.find(workspaceId, id);
    if (action === undefined || !isApart(action)) return false;
    const { state } = action.shown;
    if (state.type === 'carrying-out') await queue.carryOut(action, state.resolution);
    if (state.type === 'decided') await queue.carryOut(action, resolutionOf(state.decision));
    return true;
  }

  /** Carries out what was decided, applied or undone when the process ended. */
  recover(): void {
    for (const action of this.#deps.queue.apart()) void this.#recover(action).catch(this.#deps.report);
  }

  async #recover({ workspaceId, shown: { id, state } }: StoredAction): Promise<void> {
    const { undos } = this.#deps;
    if (state.type !== 'ended') await this.carryOut(workspaceId, id);
    else if (state.undoing) await undos.undo(workspaceId, id);
    else if (state.redoing === true) await undos.redo(workspaceId, id);
  }
}
