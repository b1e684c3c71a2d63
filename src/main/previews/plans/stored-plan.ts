import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { PlanPreview } from '../../../shared/previews/preview.ts';
import type { StagedContent, StoredAction } from '../../storage/action-store.ts';

type PlanContent = Extract<StagedContent, { type: 'plan' }>;

/** A plan as it is stored. */
export type StoredPlan = StoredAction & {
  content: PlanContent;
  shown: PendingAction & { preview: PlanPreview };
};

export function isStoredPlan(action: StoredAction): action is StoredPlan {
  return action.content.type === 'plan' && action.shown.preview.type === 'plan';
}
