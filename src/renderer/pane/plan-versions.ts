import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { isPlanPart, type PlanPart } from '../cards/plan/plan-card-kind.ts';
import type { ChatView } from '../state/chat/chat-view.ts';
import type { ParleyState } from '../state/parley-store.ts';

/** Returns the call of the open plan of a chat's own agent; null while there is none. */
export function openPlan({ chats }: ParleyState, workspaceId: WorkspaceId): ToolCallId | null {
  const plan = plansOf(chats[workspaceId]).findLast(({ action }) => action.state.type === 'open');
  return plan?.toolCallId ?? null;
}

/** Returns the versions of a plan before it, as far as the chat is loaded, the newest first. */
export function versionsBefore(chat: ChatView | undefined, { toolCallId }: PlanPart): PlanPart[] {
  const plans = plansOf(chat);
  const end = plans.findIndex((plan) => plan.toolCallId === toolCallId);
  const first = plans.findLastIndex(({ action }, at) => at <= end && action.preview.revision === null);
  return plans.slice(Math.max(0, first), Math.max(0, end)).reverse();
}

/** Returns the plans of a chat's own agent, the oldest first. */
function plansOf(chat: ChatView | undefined): PlanPart[] {
  if (chat?.status !== 'ready') return [];
  return chat.transcript.messages
    .flatMap((message) => (message.role === 'user' ? [] : message.parts))
    .filter((part) => part.type === 'tool')
    .filter((part) => part.kind === 'preview')
    .filter(isPlanPart)
    .filter(({ action }) => action.asker === undefined);
}
