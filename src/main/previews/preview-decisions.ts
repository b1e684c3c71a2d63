import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { Decision } from '../../shared/previews/decision.ts';
import type { Resolution } from '../../shared/previews/pending-action.ts';
import { decisionOf } from '../../shared/previews/preview-state.ts';
import { resolutionOf } from '../../shared/previews/resolution.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { ApartPreviews } from './apart-previews.ts';
import type { ResolveSteering } from './resolve-steering.ts';
import type { DecideResult, ResolveQueue } from './resolve-queue.ts';
import type { Undos } from './undos.ts';

type PreviewDecisionsDeps = {
  queue: ResolveQueue;
  resolving: ResolveSteering;
  /** True while an agent's turn is running in a chat. */
  isWorking: (workspaceId: WorkspaceId) => boolean;
  undos: Undos;
  apart: Pick<ApartPreviews, 'carryOut'>;
  /** Starts a turn of an agent that had come to an end. */
  goOn: (workspaceId: WorkspaceId) => void;
  report: (error: unknown) => string;
};

/** Takes a person's decisions on the card of a preview, whether or not a call of `resolve` waits for it. */
export class PreviewDecisions {
  readonly #deps: PreviewDecisionsDeps;
  readonly #running = new Map<WorkspaceId, Promise<unknown>>();

  constructor(deps: PreviewDecisionsDeps) {
    this.#deps = deps;
  }

  /**
   * The decision settles the call of `resolve` that waits, or the next one of a running turn. With no
   * turn running it takes effect before this returns, and the agent gets the result with its next request;
   * that is made at once where a plan was approved or sent back. One that is not the agent's waits for
   * no turn. Where taking effect fails, the same decision again tries once more.
   */
  async decide(
    workspaceId: WorkspaceId,
    id: ActionId,
    fingerprint: string,
    decision: Decision,
  ): Promise<DecideResult> {
    const { queue, isWorking } = this.#deps;
    const result = queue.recordDecision(workspaceId, id, fingerprint, decision);
    if (!result.ok || !result.unclaimed) return result;
    const isApart = await this.carryOutApart(workspaceId, id);
    if (!isApart && !isWorking(workspaceId))
      await this.#tracked(workspaceId, this.#carryOutDecided(workspaceId));
    return result;
  }

  /** As `carryOut` of `ApartPreviews`. */
  carryOutApart(workspaceId: WorkspaceId, id: ActionId): Promise<boolean> {
    return this.#tracked(workspaceId, this.#deps.apart.carryOut(workspaceId, id));
  }

  /** Waits until what was decided while no turn was running has taken effect, or failed. Never rejects. */
  async carriedOut(workspaceId: WorkspaceId): Promise<void> {
    while (this.#running.has(workspaceId)) await this.#running.get(workspaceId);
  }

  /** Waits until nothing that was decided is at work in any chat. Never rejects. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /**
   * The turn of a chat ended. What its model left pending is marked as left, and what was decided without a call of
   * `resolve` takes effect now.
   */
  async turnEnded(workspaceId: WorkspaceId): Promise<void> {
    try {
      this.#deps.resolving.noteLeft(workspaceId);
      await this.#tracked(workspaceId, this.#carryOutDecided(workspaceId));
    } catch (error) {
      this.#deps.report(error);
    }
  }

  /** Brings to its end what the last end of the process cut off. */
  recover(workspaceId: WorkspaceId): Promise<void> {
    return this.#tracked(workspaceId, this.#recover(workspaceId));
  }

  async #recover(workspaceId: WorkspaceId): Promise<void> {
    const { queue, undos, isWorking, report } = this.#deps;
    try {
      await undos.recover(workspaceId);
      for (const action of queue.pending(workspaceId)) {
        const { state } = action.shown;
        if (state.type !== 'carrying-out') continue;
        if (state.request === null) await this.#carryOutAndTell(action, state.resolution);
        else await queue.carryOut(action, state.resolution);
      }
      if (!isWorking(workspaceId)) await this.#carryOutDecided(workspaceId);
    } catch (error) {
      report(error);
    }
  }

  /** Makes `carriedOut` wait for the work, too. */
  #tracked<Result>(workspaceId: WorkspaceId, work: Promise<Result>): Promise<Result> {
    const all = Promise.allSettled([this.#running.get(workspaceId), work]).then(() => {
      if (this.#running.get(workspaceId) === all) this.#running.delete(workspaceId);
    });
    this.#running.set(workspaceId, all);
    return work;
  }

  async #carryOutDecided(workspaceId: WorkspaceId): Promise<void> {
    const { queue } = this.#deps;
    for (const { shown } of queue.pending(workspaceId)) {
      // Another call may have carried it out while this one waited for those before it.
      const action = queue.find(workspaceId, shown.id);
      const decision = action && decisionOf(action.shown.state);
      if (action === undefined || !decision) continue;
      await this.#carryOutAndTell(action, resolutionOf(decision));
    }
  }

  /** Stores the result together with what the agent is told of it, in one transaction, so that no crash parts them. */
  async #carryOutAndTell(action: StoredAction, resolution: Resolution): Promise<void> {
    const { queue, resolving, goOn } = this.#deps;
    let goesOn = false;
    await queue.carryOut(action, resolution, {
      alsoStore: (settled, text) => {
        goesOn = resolving.tellOutcome(action, { settled, text });
      },
    });
    if (goesOn) goOn(action.workspaceId);
  }
}
