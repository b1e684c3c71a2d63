import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { PlanPreview } from '../../../shared/previews/preview.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';

export type PlanAction = PendingAction & { preview: PlanPreview };

/** A call that proposed a plan. */
export type PlanPart = StagingPart & { action: PlanAction };

export function isPlanPart(part: StagingPart): part is PlanPart {
  return part.action?.preview.type === 'plan';
}
