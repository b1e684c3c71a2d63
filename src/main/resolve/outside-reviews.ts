import type {
  OutsideReview,
  OutsideReviewAnswer,
  ReviewOutcome,
} from '../../shared/contract/outside-review.ts';
import { type ActionId, toolCallIdSchema } from '../../shared/ids.ts';
import { planFileName } from '../../shared/resolve/plan-title.ts';
import { refinementText } from '../../shared/resolve/plan-notes-text.ts';
import { verdictOf } from '../../shared/resolve/verdict.ts';
import type { Presence } from '../../shared/transcript/transcript.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { askerName, keptFor, likenessOf } from '../questions/outside-asker.ts';
import { Withdrawn } from '../questions/withdrawn.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { OutsideStore } from '../storage/outside-store.ts';
import type { ReviewCall, ReviewStore } from '../storage/review-store.ts';
import { askerPlace } from '../workspaces/asker-place.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { ResolveQueue } from './resolve-queue.ts';

export type OutsideReviewsParts = {
  queue: ResolveQueue;
  stores: { outside: OutsideStore; reviews: ReviewStore };
  log: ChatLog;
  workspaces: Workspaces;
  newId: () => string;
  report: (error: unknown) => void;
  now: () => number;
};

/** Plans of askers from outside, on the card of a plan. As with their questions, a decision outlives its request. */
export class OutsideReviews {
  readonly #parts: OutsideReviewsParts;
  readonly #requests = new Map<ActionId, Set<() => void>>();

  constructor(parts: OutsideReviewsParts) {
    this.#parts = parts;
  }

  /** Carries out what was decided before the process ended. */
  recover(): void {
    const { stores, queue } = this.#parts;
    stores.reviews.sweep();
    for (const { workspaceId, id } of stores.reviews.pending()) {
      const action = queue.find(workspaceId, id);
      if (action !== undefined) this.told(action);
    }
  }

  /** To be called whenever a staged change stands differently. */
  told(action: StoredAction): void {
    const { queue, report } = this.#parts;
    const { asker, decision, ending, id } = action.shown;
    if (asker === undefined) return;
    if (ending !== null) for (const wake of this.#requests.get(id) ?? []) wake();
    else if (decision !== null && action.progress.verdict === null)
      queue.carryOut(action, verdictOf(decision)).catch(report);
  }

  /** Waits for the person's decision; undefined once the signal has ended, as with questions. */
  async review(
    asked: OutsideReview & { key?: string | undefined },
    signal: AbortSignal,
  ): Promise<OutsideReviewAnswer | undefined> {
    if (signal.aborted) return undefined;
    const { asker, folder, title, plan } = asked;
    const likeness = likenessOf('review_plan', asker.name, folder, title, plan);
    const known = this.#find(asked.key, likeness);
    const call = known ?? this.#open(asked, likeness);
    const ended = this.#outcomeOf(call);
    if (ended !== undefined) {
      this.#setPresence(call, 'told');
      return { outcome: ended, how: 'kept' };
    }
    const outcome = await this.#attend(call, signal);
    return outcome && { outcome, how: known === undefined ? 'asked' : 'attached' };
  }

  #find(key: string | undefined, likeness: string): ReviewCall | undefined {
    const { stores, now } = this.#parts;
    const same = key === undefined ? undefined : stores.reviews.byKey(key);
    if (same !== undefined) return same;
    const alike = stores.reviews.alike(likeness, now() - keptFor);
    return alike.find(({ id }) => (this.#requests.get(id)?.size ?? 0) === 0);
  }

  #open(
    { asker, folder, title, plan, key }: OutsideReview & { key?: string | undefined },
    likeness: string,
  ): ReviewCall {
    const { queue, stores, log, workspaces, newId, now } = this.#parts;
    const toolCallId = toolCallIdSchema.parse(`outside-${newId()}`);
    const [workspaceId, at] = [askerPlace(folder, workspaces), now()];
    const messageId = stores.reviews.open({ workspaceId, toolCallId, key: key ?? null, likeness, at });
    const file = planFileName(title) ?? 'plan.md';
    const { shown: action } = queue.queueResolveHandler(
      { workspaceId, messageId, toolCallId, step: 0 },
      {
        label: title,
        sourceToolName: 'review_plan',
        asker: askerName(asker),
        preview: { type: 'plan', title, plan, file, revision: null },
        content: { type: 'plan' },
      },
    );
    const part = {
      type: 'tool' as const,
      toolCallId,
      toolName: 'review_plan',
      input: null,
      ask: null,
      action,
      result: null,
    };
    const message = { role: 'outside' as const, id: messageId, createdAt: at, parts: [part] };
    log.tell(workspaceId, { type: 'message-added', message });
    return { workspaceId, toolCallId, messageId, id: action.id, presence: 'waiting' };
  }

  async #attend(call: ReviewCall, signal: AbortSignal): Promise<ReviewOutcome | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const requests = this.#requests.get(call.id) ?? new Set();
    this.#requests.set(call.id, requests.add(resolve));
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (call.presence !== 'waiting') this.#setPresence(call, 'waiting');
    await promise;
    requests.delete(resolve);
    if (requests.size === 0) this.#requests.delete(call.id);
    const outcome = this.#outcomeOf(call);
    if (outcome !== undefined && !signal.aborted) this.#setPresence(call, 'told');
    else if (signal.reason instanceof Withdrawn) await this.#withdraw(call);
    else if (requests.size === 0) this.#setPresence(call, 'gone');
    return signal.aborted ? undefined : outcome;
  }

  async #withdraw({ workspaceId, id }: ReviewCall): Promise<void> {
    const { queue, report } = this.#parts;
    const action = queue.find(workspaceId, id);
    if (action === undefined || action.shown.ending !== null) return;
    await queue
      .carryOut(action, { action: 'discard', decidedBy: 'agent', words: null })
      .then(() => undefined, report);
  }

  #setPresence(call: ReviewCall, presence: Presence): void {
    this.#parts.stores.outside.setPresence(call, presence);
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
