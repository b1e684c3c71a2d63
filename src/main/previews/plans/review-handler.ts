import { refinementText } from '../../../shared/previews/plan-notes-text.ts';
import type { ResolveHandler } from '../resolve-handler.ts';
import type { StoredPlan } from './stored-plan.ts';

/**
 * Handles a plan of an outside asker: an approval changes nothing here, and the asker gets it as the result.
 */
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
