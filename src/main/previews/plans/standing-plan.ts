import type { WorkspaceId } from '../../../shared/ids.ts';
import { planTitle } from '../../../shared/previews/plan-title.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import type { StandingHandler } from '../resolve-handler.ts';
import type { StagePlans } from './stage-plans.ts';

export const noPlan = 'No plan to approve. Call propose_plan first.';

/**
 * Handles `resolve` in plan mode where nothing is pending: `apply` asks for the approval of the plan the
 * model wrote in this turn. A proposed plan that still waits is pending, so it comes before that.
 */
export function standingPlan(
  plans: StagePlans,
  historyOf: (workspaceId: WorkspaceId) => readonly HistoryEntry[],
): StandingHandler {
  return ({ action, extra }, context) => {
    const { workspaceId, mode } = context;
    if (mode !== 'plan' || action === 'discard' || plans.pending(workspaceId).length > 0) return undefined;
    const plan = textOfTurn(historyOf(workspaceId));
    if (plan === '') return { ok: false, text: noPlan };
    return plans.stage(context, { title: planTitle(extra, plan), plan, sourceToolName: 'resolve' });
  };
}

/** All that the model wrote since the person's last message. */
export function textOfTurn(history: readonly HistoryEntry[]): string {
  const start = history.findLastIndex(({ role }) => role === 'user') + 1;
  return history
    .slice(start)
    .flatMap((entry) => (entry.role === 'agent' ? entry.steps.flatMap(({ parts }) => parts) : []))
    .flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text.trim()] : []))
    .join('\n\n');
}
