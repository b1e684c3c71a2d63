import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { Decision } from '../../shared/resolve/decision.ts';
import { verdictOf } from '../../shared/resolve/verdict.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { SteeringPlace, SteeringStore } from '../storage/steering-store.ts';
import { undoEdit } from './apply-edit.ts';
import { isEdit } from './edits/stored-edit.ts';
import { isPlan } from './plans/stored-plan.ts';
import { changedSinceWritten } from './edits/still-written.ts';
import type { DecideResult, ResolveQueue } from './resolve-queue.ts';
import { ToolError } from './tool-error.ts';

export type DecisionsParts = {
  queue: ResolveQueue;
  steering: SteeringStore;
  /** Whether an agent's turn is running in a chat. */
  isWorking: (workspaceId: WorkspaceId) => boolean;
  folderOf: (workspaceId: WorkspaceId) => string;
  /** The place after all that was said in a chat; null where no agent has said anything. */
  endOf: (workspaceId: WorkspaceId) => SteeringPlace | null;
  /** Lets an agent go on that had come to an end. */
  goOn: (workspaceId: WorkspaceId) => void;
  report: (error: unknown) => string;
};

/** How a call that undoes an applied change ended; `changed` names the file that is another by now. */
export type UndoResult = { ok: true } | { ok: false; failure: 'not-applied' | 'changed'; problem: string };

/** What a person decides on the card of a preview, whether or not a call of `resolve` waits for it. */
export class Decisions {
  readonly #parts: DecisionsParts;

  constructor(parts: DecisionsParts) {
    this.#parts = parts;
  }

  /**
   * The decision settles the call of `resolve` that waits, or the next one of a running turn. With no
   * turn running it takes effect before this returns, and the agent hears of it in its next request;
   * that is made at once where a plan was approved or sent back.
   */
  async decide(
    workspaceId: WorkspaceId,
    id: ActionId,
    fingerprint: string,
    decision: Decision,
  ): Promise<DecideResult> {
    const { queue, isWorking } = this.#parts;
    const result = queue.decide(workspaceId, id, fingerprint, decision);
    if (result.ok && result.unheard && !isWorking(workspaceId)) await this.#carryOutDecided(workspaceId);
    return result;
  }

  /** The turn of a chat ended: what was decided and no call of `resolve` took takes effect now. */
  async turnEnded(workspaceId: WorkspaceId): Promise<void> {
    try {
      await this.#carryOutDecided(workspaceId);
    } catch (error) {
      this.#parts.report(error);
    }
  }

  /** Brings to its end what the last end of the process cut off. */
  async recover(workspaceId: WorkspaceId): Promise<void> {
    const { queue, isWorking, report } = this.#parts;
    try {
      for (const action of queue.pending(workspaceId)) {
        const { verdict, request } = action.progress;
        if (verdict === null) continue;
        const { text } = await queue.carryOut(action, verdict);
        if (request === null) this.#tellDecision(action, text);
      }
      if (!isWorking(workspaceId)) await this.#carryOutDecided(workspaceId);
    } catch (error) {
      report(error);
    }
  }

  /** The file of an applied change that is another by now, so that it can't be undone; null where it can. */
  async inWayOfUndo(workspaceId: WorkspaceId, id: ActionId): Promise<string | null> {
    const { queue, folderOf } = this.#parts;
    const action = queue.find(workspaceId, id);
    if (action === undefined || !isEdit(action) || action.shown.ending?.type !== 'applied') return null;
    return (await changedSinceWritten(folderOf(workspaceId), action.content.files)) ?? null;
  }

  /** Puts back what an applied change wrote, while every file still is what was written. */
  async undo(workspaceId: WorkspaceId, id: ActionId): Promise<UndoResult> {
    const { queue, folderOf } = this.#parts;
    const action = queue.find(workspaceId, id);
    const ending = action?.shown.ending;
    if (action === undefined || !isEdit(action) || ending?.type !== 'applied')
      return { ok: false, failure: 'not-applied', problem: 'This change is not applied.' };
    if (ending.undone) return { ok: true };
    try {
      await undoEdit({ folder: folderOf(workspaceId), files: action.content.files });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const problem = 'A file was changed after this was applied, so nothing was undone.';
      return { ok: false, failure: 'changed', problem };
    }
    queue.save({ ...action, shown: { ...action.shown, ending: { ...ending, undone: true } } });
    this.#tellAgent(action, 'The user undid it; the files are as they were before.');
    return { ok: true };
  }

  async #carryOutDecided(workspaceId: WorkspaceId): Promise<void> {
    const { queue } = this.#parts;
    for (const action of queue.pending(workspaceId)) {
      const { decision } = action.shown;
      if (decision === null) continue;
      const { text } = await queue.carryOut(action, verdictOf(decision));
      this.#tellDecision(action, text);
    }
  }

  /** A plan that was approved or sent back is heard at once: the agent goes on with it. */
  #tellDecision(action: StoredAction, text: string): void {
    const { endOf, steering, queue, goOn } = this.#parts;
    const { workspaceId, shown } = action;
    const isSettled = queue.find(workspaceId, shown.id)?.shown.ending !== null;
    const end = endOf(workspaceId);
    if (!isPlan(action) || shown.decision?.type === 'discard' || !isSettled || end === null)
      return this.#tellAgent(action, text);
    const isToldWhole = shown.decision?.type === 'approve-plan' && shown.decision.start === 'fresh';
    if (!isToldWhole) steering.say(workspaceId, { ...end, text: about(action, text), kind: 'go-on' });
    goOn(workspaceId);
  }

  #tellAgent(action: StoredAction, text: string): void {
    this.#parts.steering.add(action.workspaceId, about(action, text));
  }
}

function about({ shown: { label } }: StoredAction, text: string): string {
  return ['<system-reminder>', `About the preview “${label}”: ${text}`, '</system-reminder>'].join('\n');
}
