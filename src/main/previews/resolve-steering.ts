import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import { agentGoesOn } from '../../shared/previews/preview-kind.ts';
import { decisionOf } from '../../shared/previews/preview-state.ts';
import { nextAction } from '../../shared/previews/resolution.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { Steering, StepPosition, SteeringStore } from '../storage/steering-store.ts';
import { withForce } from './staged-action.ts';
import type { ResolveQueue } from './resolve-queue.ts';

/** The reminder about a preview for the model, word for word oh-my-pi's. */
export const reminder = [
  '<system-reminder>',
  'This is a preview. Call the `resolve` tool to apply or discard these changes.',
  '</system-reminder>',
].join('\n');

/**
 * Returns the text for an agent, between the messages, about a preview that was settled without a call of
 * `resolve`.
 */
export function aboutPreview(label: string, text: string): string {
  return ['<system-reminder>', `About the preview “${label}”: ${text}`, '</system-reminder>'].join('\n');
}

/** Whether the model has to call `resolve`; `given-up` once it was asked as often as allowed, the last time at `at`. */
export type Unresolved = { type: 'none' } | { type: 'due' } | { type: 'given-up'; at: StepPosition };

/**
 * Has a model get on with its previews: reminds it of those that are pending, forces `resolve` in its next requests, a
 * limited number of times, and tells it of those that were settled without it.
 */
export class ResolveSteering {
  readonly #queue: ResolveQueue;
  readonly #steering: SteeringStore;
  readonly #endOf: (workspaceId: WorkspaceId) => StepPosition | null;

  /** `endOf` returns the position after the last message of a chat; null where no message is the agent's. */
  constructor(
    queue: ResolveQueue,
    steering: SteeringStore,
    endOf: (workspaceId: WorkspaceId) => StepPosition | null,
  ) {
    this.#queue = queue;
    this.#steering = steering;
    this.#endOf = endOf;
  }

  isPending(workspaceId: WorkspaceId): boolean {
    return this.#queue.pending(workspaceId).length > 0;
  }

  unresolved(workspaceId: WorkspaceId): Unresolved {
    const next = this.#next(workspaceId);
    if (next === undefined) return { type: 'none' };
    const { forcesLeft, forcedAt } = next.progress;
    if (forcesLeft > 0) return { type: 'due' };
    return forcedAt === null ? { type: 'none' } : { type: 'given-up', at: forcedAt };
  }

  /**
   * Puts the texts that wait for the agent before the request at a position, with a reminder where one is due. True
   * where that request has to force `resolve`. A request that is made again gets the same.
   */
  prepare(workspaceId: WorkspaceId, at: StepPosition): boolean {
    const next = this.#next(workspaceId);
    const { forcesLeft = 0, forcedAt = null } = next?.progress ?? {};
    const isAgain = forcedAt?.messageId === at.messageId && forcedAt.step === at.step;
    if (next !== undefined && !isAgain && forcesLeft > 0) {
      this.#steering.remind(workspaceId, reminder);
      this.#queue.setProgress(next, withForce(next.progress, at));
    }
    this.#steering.place(workspaceId, at.messageId, at.step);
    return isAgain || (next !== undefined && forcesLeft > 0);
  }

  /**
   * Stores for the agent what came of a preview without a call of `resolve`; `settled` is false where that failed. True
   * where the agent is to go on with it at once; else it gets it with its next request.
   */
  tellOutcome(
    { workspaceId, shown: { id, label, preview, state } }: StoredAction,
    { settled, text }: { settled: boolean; text: string },
  ): boolean {
    const decision = decisionOf(state);
    const about = aboutPreview(label, text);
    const end = settled && agentGoesOn(preview, decision?.type) ? this.#endOf(workspaceId) : null;
    if (end === null) {
      this.#steering.add(workspaceId, about, id);
      return false;
    }
    // What starts fresh is told by the handler of the plan, which gives the agent the plan alone.
    const startsFresh = decision?.type === 'approve-plan' && decision.start === 'fresh';
    if (!startsFresh) this.#steering.say(workspaceId, { ...end, text: about, kind: 'go-on', about: id });
    return true;
  }

  /** Returns the positions at which the agent was told to go on, also where it had come to an end. */
  goOn(workspaceId: WorkspaceId): StepPosition[] {
    return this.delivered(workspaceId).filter(({ kind }) => ['go-on', 'fresh', 'cut'].includes(kind));
  }

  /** Returns the steering texts that agents have been given, each with its position. */
  delivered(workspaceId: WorkspaceId): Steering[] {
    return this.#steering.placed(workspaceId);
  }

  /** True where an agent was given a text about a preview, or gets one with its next request. */
  hasToldOf(workspaceId: WorkspaceId, id: ActionId): boolean {
    return this.#steering.isAbout(workspaceId, id);
  }

  /** Marks what the model left pending, for the person to see. */
  noteLeft(workspaceId: WorkspaceId): void {
    for (const action of this.#queue.pending(workspaceId)) {
      const { state } = action.shown;
      const { forcesLeft, forcedAt } = action.progress;
      if (state.type !== 'open' || state.left || forcesLeft > 0 || forcedAt === null) continue;
      this.#queue.move(action, { type: 'left' });
    }
  }

  /** Returns the preview to resolve next: one that is decided and may still be forced, else as `nextAction`. */
  #next(workspaceId: WorkspaceId): StoredAction | undefined {
    const pending = this.#queue.pending(workspaceId);
    const isDue = ({ shown, progress }: StoredAction) => !!decisionOf(shown.state) && progress.forcesLeft > 0;
    return pending.find(isDue) ?? nextAction(pending);
  }
}
