import type {
  OutsideReview,
  OutsideReviewAnswer,
  ReviewOutcome,
} from '../../shared/contract/outside-review.ts';
import { type ActionId, toolCallIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { planFileName } from '../../shared/previews/plan-title.ts';
import type { Decider } from '../../shared/previews/decision.ts';
import { refinementText } from '../../shared/previews/plan-notes-text.ts';
import { isEmptyDraft } from '../../shared/previews/preview-draft.ts';
import { verdictOf } from '../../shared/previews/verdict.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { Attendance, Delivery, OpenRequest } from './presence.ts';
import type { Cancellations } from './cancellations.ts';
import { outcomeOrEnd } from '../questions/outcome-or-end.ts';
import { askerName, keptFor, likenessOf } from './outside-asker.ts';
import { Withdrawn } from './withdrawn.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import type { ReviewCall, ReviewStore } from '../storage/review-store.ts';
import { askerPlace } from './asker-place.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';

export type OutsideReviewsParts = {
  queue: ResolveQueue;
  stores: { reviews: ReviewStore; previewDrafts: PreviewDraftStore };
  attendance: Attendance;
  cancellations: Cancellations;
  log: ChatLog;
  workspaces: Workspaces;
  newId: () => string;
  report: (error: unknown) => void;
  now: () => number;
};

/** Plans of askers from outside, on the card of a plan. As with their questions, a decision outlives its request. */
export class OutsideReviews {
  readonly #parts: OutsideReviewsParts;
  readonly #waiting = new Map<ActionId, PromiseWithResolvers<ReviewOutcome>>();

  constructor(parts: OutsideReviewsParts) {
    this.#parts = parts;
  }

  /** Carries out what was decided, or had begun to be carried out, before the process ended. */
  recover(): void {
    const { stores, report } = this.#parts;
    for (const { workspaceId, id } of stores.reviews.pending()) this.carryOut(workspaceId, id).catch(report);
  }

  /**
   * Carries out what was decided about a review, also where that failed before its end; no turn of the
   * chat's agent has to do with it. Says whether the action is a review of somebody outside.
   */
  async carryOut(workspaceId: WorkspaceId, id: ActionId): Promise<boolean> {
    const { queue } = this.#parts;
    const action = queue.find(workspaceId, id);
    if (action?.shown.asker === undefined) return false;
    const { decision, ending } = action.shown;
    const verdict = action.progress.verdict ?? (decision && verdictOf(decision));
    if (ending === null && verdict !== null) await queue.carryOut(action, verdict);
    return true;
  }

  /** To be called whenever a staged change stands differently. */
  told(action: StoredAction): void {
    const { asker, id } = action.shown;
    const outcome = asker === undefined ? undefined : outcomeOf(action);
    if (outcome === undefined) return;
    this.#waiting.get(id)?.resolve(outcome);
    this.#waiting.delete(id);
  }

  /** Waits for the person's decision; as with questions, undefined once the signal has ended. */
  async review(
    asked: OutsideReview & { key?: string | undefined },
    signal: AbortSignal,
  ): Promise<Delivery<OutsideReviewAnswer> | undefined> {
    if (signal.aborted) return undefined;
    const { attendance } = this.#parts;
    const { asker, folder, title, plan } = asked;
    const likeness = likenessOf('review_plan', asker.name, folder, title, plan);
    const known = this.#find(asked.key, likeness);
    const call = known ?? this.#open(asked, likeness);
    const request = attendance.begin(call);
    const kept = this.#outcomeOf(call);
    if (kept !== undefined) return { answer: { outcome: kept, how: 'kept' }, ...request };
    const outcome = await outcomeOrEnd(this.#waitingFor(call), signal);
    if (outcome !== undefined)
      return { answer: { outcome, how: known === undefined ? 'asked' : 'attached' }, ...request };
    if (signal.reason instanceof Withdrawn) this.#cancel(call, request);
    else request.gone();
    return undefined;
  }

  #cancel(call: ReviewCall, request: OpenRequest): void {
    const { queue, stores, cancellations } = this.#parts;
    const isTouched = () => {
      const action = queue.find(call.workspaceId, call.id);
      return action !== undefined && !isEmptyDraft(stores.previewDrafts.unsent(action));
    };
    cancellations.cancel({ request, isTouched, close: () => this.#discard(call, 'agent', null) });
  }

  /** Ends every review of a workspace that is about to go; those who wait for one are told why. */
  async endAll(workspaceId: WorkspaceId, why: string): Promise<void> {
    const calls = this.#parts.stores.reviews.pending().filter((call) => call.workspaceId === workspaceId);
    await Promise.all(calls.map((call) => this.#discard(call, 'user', why)));
    for (const { id } of calls) this.#waiting.get(id)?.resolve({ type: 'discarded', reason: why });
  }

  #find(key: string | undefined, likeness: string): ReviewCall | undefined {
    const { stores, attendance, now } = this.#parts;
    const same = key === undefined ? undefined : stores.reviews.byKey(key);
    if (same !== undefined) return same;
    return stores.reviews.alike(likeness, now() - keptFor).find((call) => !attendance.isAttended(call));
  }

  #open(
    { asker, folder, title, plan, key }: OutsideReview & { key?: string | undefined },
    likeness: string,
  ): ReviewCall {
    const { queue, stores, log, workspaces, newId, now } = this.#parts;
    const toolCallId = toolCallIdSchema.parse(`outside-${newId()}`);
    const [workspaceId, at] = [askerPlace(folder, workspaces), now()];
    const file = planFileName(title) ?? 'plan.md';
    const staged = {
      label: title,
      sourceToolName: 'review_plan',
      asker: askerName(asker),
      preview: { type: 'plan' as const, title, plan, file, revision: null },
      content: { type: 'plan' as const },
    };
    const action = stores.reviews.open(
      { workspaceId, toolCallId, key: key ?? null, likeness, at },
      (messageId) => queue.draft({ workspaceId, messageId, toolCallId, step: 0 }, staged),
    );
    const { messageId, shown } = action;
    const part = {
      type: 'tool' as const,
      kind: 'preview' as const,
      toolCallId,
      toolName: 'review_plan',
      input: null,
      action: shown,
      presence: 'waiting' as const,
      result: null,
    };
    const message = { role: 'outside' as const, id: messageId, createdAt: at, parts: [part] };
    log.tell(workspaceId, { type: 'message-added', message });
    queue.announce(action);
    return { workspaceId, toolCallId, messageId, id: shown.id, presence: 'waiting' };
  }

  #waitingFor({ id }: ReviewCall): Promise<ReviewOutcome> {
    const waiting = this.#waiting.get(id) ?? Promise.withResolvers<ReviewOutcome>();
    this.#waiting.set(id, waiting);
    return waiting.promise;
  }

  /** Ends a review without the person's decision; false when the person was faster, or it failed. */
  async #discard(
    { workspaceId, id }: ReviewCall,
    decidedBy: Decider,
    words: string | null,
  ): Promise<boolean> {
    const { queue, report } = this.#parts;
    const action = queue.find(workspaceId, id);
    if (action === undefined || action.shown.ending !== null || action.shown.decision !== null) return false;
    try {
      await queue.carryOut(action, { action: 'discard', decidedBy, words });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }

  #outcomeOf({ workspaceId, id }: ReviewCall): ReviewOutcome | undefined {
    const action = this.#parts.queue.find(workspaceId, id);
    return action === undefined ? undefined : outcomeOf(action);
  }
}

function outcomeOf({ shown, progress }: StoredAction): ReviewOutcome | undefined {
  const { ending, preview } = shown;
  if (ending === null || preview.type !== 'plan') return undefined;
  switch (ending.type) {
    case 'applied':
      return { type: 'approved', plan: preview.plan, ...(ending.userWords && { note: ending.userWords }) };
    case 'refined':
      return { type: 'discarded', reason: progress.result?.text ?? refinementText([]) };
    case 'discarded':
      return { type: 'discarded', ...(ending.userWords && { reason: ending.userWords }) };
    case 'superseded':
      return { type: 'discarded' };
  }
}
