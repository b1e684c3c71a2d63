import type {
  OutsideReview,
  OutsideReviewAnswer,
  ReviewOutcome,
} from '../../shared/contract/outside-requests.ts';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { Decider } from '../../shared/previews/decision.ts';
import { planFileName, refinementText } from '../../shared/previews/plan-text.ts';
import { isEmptyDraft } from '../../shared/previews/preview-draft.ts';
import { outcomeOf } from '../../shared/previews/preview-state.ts';
import { outsideInput } from '../../shared/transcript/outside-call.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { OutsideStore, ReviewCall, ReviewStore } from '../storage/outside-store.ts';
import type { PreviewDraftStore } from '../storage/preview-draft-store.ts';
import { askerName } from './asker-workspace.ts';
import type { NewCall, OutsideRequests, RequestsOfKind } from './outside-requests.ts';
import type { Delivery } from './presence.ts';

type OutsideReviewsDeps = OpenReviewDeps & {
  requests: OutsideRequests;
  stores: { outside: OutsideStore; previewDrafts: PreviewDraftStore };
  report: (error: unknown) => void;
};

type Asked = OutsideReview & { key?: string | undefined };

/** Plans that outside askers want reviewed, on a plan's card. */
export class OutsideReviews {
  readonly #deps: OutsideReviewsDeps;
  readonly #requests: RequestsOfKind<Asked, ReviewCall, ReviewOutcome>;
  readonly #waiting = new Map<ActionId, PromiseWithResolvers<ReviewOutcome>>();

  constructor(deps: OutsideReviewsDeps) {
    const { queue, stores } = deps;
    this.#deps = deps;
    this.#requests = deps.requests.ofKind<Asked, ReviewCall, ReviewOutcome>({
      dedupeBy: ({ asker, folder, title, plan }) => ['review_plan', asker.name, folder, title, plan],
      calls: { ...stores.reviews, noteAsked: stores.outside.noteAsked },
      open: (asked, call) => openReview(deps, asked, call),
      outcomeOf({ workspaceId, id }) {
        const action = queue.find(workspaceId, id);
        return action && reviewOutcomeOf(action);
      },
      waitFor: (call) => this.#waitFor(call),
      isTouched({ workspaceId, id }) {
        const action = queue.find(workspaceId, id);
        return action !== undefined && !isEmptyDraft(stores.previewDrafts.unsent(action));
      },
      close: (call) => this.#discard(call, 'agent', null),
    });
  }

  /** Settles the requests for a review that has ended. */
  follow(action: StoredAction): void {
    const { asker, id } = action.shown;
    const outcome = asker === undefined ? undefined : reviewOutcomeOf(action);
    if (outcome === undefined) return;
    this.#waiting.get(id)?.resolve(outcome);
    this.#waiting.delete(id);
  }

  /** Waits for the person's decision, like RequestsOfKind.request. */
  request(asked: Asked, signal: AbortSignal): Promise<Delivery<OutsideReviewAnswer> | undefined> {
    return this.#requests.request(asked, signal);
  }

  /** Ends every review of a workspace that is about to be deleted; its askers get the reason. */
  async endAll(workspaceId: WorkspaceId, reason: string): Promise<void> {
    const calls = this.#deps.stores.reviews.pending().filter((call) => call.workspaceId === workspaceId);
    await Promise.all(calls.map((call) => this.#discard(call, 'user', reason)));
    for (const { id } of calls) this.#waiting.get(id)?.resolve({ type: 'discarded', reason });
  }

  #waitFor({ id }: ReviewCall): Promise<ReviewOutcome> {
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
    const { queue, report } = this.#deps;
    const action = queue.find(workspaceId, id);
    if (action?.shown.state.type !== 'open') return false;
    try {
      await queue.carryOut(action, { action: 'discard', decidedBy, words });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }
}

function reviewOutcomeOf({ shown, progress }: StoredAction): ReviewOutcome | undefined {
  const { preview, state } = shown;
  const outcome = outcomeOf(state);
  if (outcome === null || preview.type !== 'plan') return undefined;
  switch (outcome.type) {
    case 'applied':
      return { type: 'approved', plan: preview.plan, ...(outcome.userWords && { note: outcome.userWords }) };
    case 'refined':
      return { type: 'discarded', reason: progress.result?.text ?? refinementText([]) };
    case 'discarded':
      return { type: 'discarded', ...(outcome.userWords && { reason: outcome.userWords }) };
    case 'superseded':
      return { type: 'discarded' };
  }
}

type OpenReviewDeps = { queue: ResolveQueue; stores: { reviews: ReviewStore }; log: ChatLog };

/** Stores the plan of an outside asker in a message of its own, and shows it in the chat. */
function openReview(
  { queue, stores, log }: OpenReviewDeps,
  { asker, title, plan }: OutsideReview,
  call: NewCall,
): ReviewCall {
  const { workspaceId, toolCallId } = call;
  const staged = {
    label: title,
    sourceToolName: 'review_plan',
    asker: askerName(asker),
    preview: {
      type: 'plan' as const,
      title,
      plan,
      file: planFileName(title) ?? 'plan.md',
      revision: null,
    },
    content: { type: 'plan' as const },
  };
  const action = stores.reviews.open(call, (messageId) =>
    queue.draft({ workspaceId, messageId, toolCallId, step: 0 }, staged),
  );
  const { messageId, shown } = action;
  const part = {
    type: 'tool' as const,
    kind: 'preview' as const,
    toolCallId,
    toolName: 'review_plan',
    input: outsideInput(call.folder),
    action: shown,
    presence: 'waiting' as const,
    result: null,
  };
  const message = { role: 'outside' as const, id: messageId, createdAt: call.at, parts: [part] };
  log.emit(workspaceId, { type: 'message-added', message });
  queue.announce(action);
  return { workspaceId, toolCallId, messageId, id: shown.id, presence: 'waiting' };
}
