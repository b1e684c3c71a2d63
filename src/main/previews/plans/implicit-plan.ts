import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { planTitle } from '../../../shared/previews/plan-text.ts';
import type { ResolveInput } from '../../../shared/previews/resolution.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import { runResolveInvocation, type StandingHandler } from '../resolve-handler.ts';
import type { Plans } from './plans.ts';

export const noPlan = 'No plan to approve. Call propose_plan first.';

/**
 * Returns the standing handler of plan mode, for a model that wrote its plan in its answer and never proposed it:
 * `apply` stages that text as a plan, `discard` gives it up. A proposed plan that still waits comes first.
 */
export function implicitPlan(
  plans: Plans,
  historyOf: (workspaceId: WorkspaceId) => readonly HistoryEntry[],
): StandingHandler {
  return async (input, context) => {
    const { workspaceId, mode } = context;
    if (mode !== 'plan' || plans.pending(workspaceId).length > 0) return { type: 'passed' };
    const plan = textOfTurn(historyOf(workspaceId));
    if (plan === '') return { type: 'answered', result: { ok: false, text: noPlan } };
    const title = planTitle(input.extra, plan);
    switch (input.action) {
      case 'apply': {
        const staged = plans.stage(context, { title, plan, sourceToolName: 'resolve' });
        return staged.ok ? { type: 'staged', action: staged.action } : { type: 'answered', result: staged };
      }
      case 'discard':
        return { type: 'answered', result: await discarded(title, input) };
    }
  };
}

/** The result of discarding a plan that was never shown: nothing is staged for that. */
async function discarded(label: string, input: ResolveInput): Promise<ToolResult> {
  const nothing = { label, sourceToolName: 'resolve', apply: async () => ({ text: '' }) };
  const resolution = { action: 'discard', decidedBy: 'agent', words: null } as const;
  return (await runResolveInvocation(nothing, resolution, input)).result;
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
