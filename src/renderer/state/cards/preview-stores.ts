import type { WorkspaceId } from '../../../shared/ids.ts';
import type { createPreviewCardStore, PreviewCardStore } from '../../cards/preview/preview-card-store.ts';
import type { Companion } from '../../companion.ts';
import { tooLongText } from '../../connection/connection.ts';
import { pageTiming } from '../../page-timing.ts';
import type { ParleyStore } from '../parley-store.ts';
import { failed, resultOf } from './call-result.ts';
import { previewDraftSaver } from './save-preview-draft.ts';
import { hasTooLong } from '../text-limit.ts';

/** Factory of a store; passed in by the card, so that a window without one does not load its code. */
type Create = typeof createPreviewCardStore;

export type PreviewStores = {
  /** The unsent state of one chat's previews. */
  previewsOf(id: WorkspaceId, create: Create): PreviewCardStore;
};

export function createPreviewStores(companion: Companion, store: ParleyStore): PreviewStores {
  const { workspace } = companion.client;
  const stores = new Map<WorkspaceId, PreviewCardStore>();

  function begin(workspaceId: WorkspaceId, create: Create): PreviewCardStore {
    return create(
      {
        decide: async ({ id }, fingerprint, decision) =>
          hasTooLong(decision)
            ? { ok: false, message: tooLongText }
            : resultOf(workspace.decidePreview({ workspaceId, actionId: id, fingerprint, decision })),
        undo: ({ id }) => resultOf(workspace.undoPreview({ workspaceId, actionId: id })),
        undoHindrance: ({ id }) =>
          workspace.undoHindrance({ workspaceId, actionId: id }).then(({ path }) => path),
        proposedText: ({ id }, path) =>
          workspace
            .proposedText({ workspaceId, actionId: id, path })
            .then((proposed) => ({ ok: true as const, ...proposed }), failed),
        diffOfEdit: ({ id }, edit) =>
          workspace
            .diffOfEdit({ workspaceId, actionId: id, edit })
            .then((diff) => ({ ok: true as const, diff }), failed),
        saveDraft: previewDraftSaver(companion, store, workspaceId),
      },
      pageTiming,
    );
  }

  return {
    previewsOf(id, create) {
      const known = stores.get(id) ?? begin(id, create);
      stores.set(id, known);
      return known;
    },
  };
}
