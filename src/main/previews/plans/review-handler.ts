import { refinementText } from '../../../shared/previews/plan-notes-text.ts';
import type { ResolveHandler } from '../resolve-handler.ts';
import type { StoredPlan } from './stored-plan.ts';

/** A plan of somebody outside the chat: nothing is done here when it is approved, its asker is told. */
export function reviewHandler({ shown }: StoredPlan): ResolveHandler {
  const { label, sourceToolName, decision } = shown;
  return {
    label,
    sourceToolName,
    apply: async () => ({ text: `Plan approved: ${label}.` }),
    reject: async () =>
      decision?.type === 'refine-plan' ? { text: refinementText(decision.notes) } : undefined,
  };
}
