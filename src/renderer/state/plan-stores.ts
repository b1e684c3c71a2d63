import type { WorkspaceId } from '../../shared/ids.ts';
import { createPlanCardStore, type PlanCardStore } from '../cards/plan/plan-card-store.ts';
import type { Companion } from '../companion.ts';
import { failureText, tooLongText } from '../connection/failure-text.ts';
import { pageTiming } from '../page-timing.ts';
import { type ParleyStore, setNotice } from './parley-store.ts';
import { hasTooLong } from './text-limit.ts';

export type PlanStores = {
  /** The unsent state of one chat's plans. */
  plansOf(id: WorkspaceId): PlanCardStore;
};

export function createPlanStores(companion: Companion, store: ParleyStore): PlanStores {
  const stores = new Map<WorkspaceId, PlanCardStore>();

  function create(workspaceId: WorkspaceId): PlanCardStore {
    return createPlanCardStore(
      {
        async decide({ action: { id, fingerprint } }, decision) {
          if (hasTooLong(decision)) return { ok: false, message: tooLongText };
          return companion.decidePreview(workspaceId, { actionId: id, fingerprint, decision }).then(
            () => ({ ok: true as const }),
            (error: unknown) => ({ ok: false as const, message: failureText(error) }),
          );
        },
        saveDraft(id, change) {
          if (hasTooLong(change)) return setNotice(store, workspaceId, tooLongText);
          companion
            .savePreviewDraft(workspaceId, id, change)
            .catch((error: unknown) => setNotice(store, workspaceId, failureText(error)));
        },
      },
      pageTiming,
    );
  }

  return {
    plansOf(id) {
      const known = stores.get(id) ?? create(id);
      stores.set(id, known);
      return known;
    },
  };
}
