import type { WorkspaceId } from '../../../shared/ids.ts';
import type { createPlanCardStore, PlanCardStore } from '../../cards/plan/plan-card-store.ts';
import type { Companion } from '../../companion.ts';
import { failureText, tooLongText } from '../../connection/failure-text.ts';
import { pageTiming } from '../../page-timing.ts';
import type { ParleyStore } from '../parley-store.ts';
import { previewDraftSaver } from './save-preview-draft.ts';
import { hasTooLong } from '../text-limit.ts';

/** How a store is made; handed in by the card, so that a window without one loads nothing of it. */
type Create = typeof createPlanCardStore;

export type PlanStores = {
  /** The unsent state of one chat's plans. */
  plansOf(id: WorkspaceId, create: Create): PlanCardStore;
};

export function createPlanStores(companion: Companion, store: ParleyStore): PlanStores {
  const stores = new Map<WorkspaceId, PlanCardStore>();

  function begin(workspaceId: WorkspaceId, create: Create): PlanCardStore {
    return create(
      {
        async decide({ action: { id, fingerprint } }, decision) {
          if (hasTooLong(decision)) return { ok: false, message: tooLongText };
          return companion.decidePreview(workspaceId, { actionId: id, fingerprint, decision }).then(
            () => ({ ok: true as const }),
            (error: unknown) => ({ ok: false as const, message: failureText(error) }),
          );
        },
        saveDraft: previewDraftSaver(companion, store, workspaceId),
      },
      pageTiming,
    );
  }

  return {
    plansOf(id, create) {
      const known = stores.get(id) ?? begin(id, create);
      stores.set(id, known);
      return known;
    },
  };
}
