import type { WorkspaceId } from '../../../shared/ids.ts';
import type { createPlanCardStore, PlanCardStore } from '../../cards/plan/plan-card-store.ts';
import type { Companion } from '../../companion.ts';
import { tooLongText } from '../../connection/connection.ts';
import { pageTiming } from '../../page-timing.ts';
import type { ParleyStore } from '../parley-store.ts';
import { resultOf } from './call-result.ts';
import { previewDraftSaver } from './save-preview-draft.ts';
import { hasTooLong } from '../text-limit.ts';

/** Factory of a store; passed in by the card, so that a window without one does not load its code. */
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
        decide: async ({ action: { id, fingerprint } }, decision) =>
          hasTooLong(decision)
            ? { ok: false, message: tooLongText }
            : resultOf(
                companion.client.workspace.decidePreview({
                  workspaceId,
                  actionId: id,
                  fingerprint,
                  decision,
                }),
              ),
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
