import type { OutsideReview } from '../../shared/contract/outside-requests.ts';
import { planFileName } from '../../shared/previews/plan-text.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { ReviewCall, ReviewStore } from '../storage/review-store.ts';
import { askerName } from './asker-place.ts';
import type { NewCall } from './outside-requests.ts';

export type OpenReviewParts = { queue: ResolveQueue; stores: { reviews: ReviewStore }; log: ChatLog };

/** Stages the plan of an asker from outside in a message of its own, and shows it in the chat. */
export function openReview(
  { queue, stores, log }: OpenReviewParts,
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
    input: null,
    action: shown,
    presence: 'waiting' as const,
    result: null,
  };
  const message = { role: 'outside' as const, id: messageId, createdAt: call.at, parts: [part] };
  log.emit(workspaceId, { type: 'message-added', message });
  queue.announce(action);
  return { workspaceId, toolCallId, messageId, id: shown.id, presence: 'waiting' };
}
