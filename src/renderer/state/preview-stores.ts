import type { WorkspaceId } from '../../shared/ids.ts';
import {
  createPreviewCardStore,
  type PreviewCardStore,
  type PreviewResult,
} from '../cards/preview/preview-card-store.ts';
import type { Companion } from '../companion.ts';
import { failureText, tooLongText } from '../connection/failure-text.ts';
import { hasTooLong } from './text-limit.ts';

export type PreviewStores = {
  /** The unsent state of one chat's previews. */
  previewsOf(id: WorkspaceId): PreviewCardStore;
};

export function createPreviewStores(companion: Companion): PreviewStores {
  const stores = new Map<WorkspaceId, PreviewCardStore>();

  function create(workspaceId: WorkspaceId): PreviewCardStore {
    return createPreviewCardStore({
      decide: async ({ id, fingerprint }, decision) =>
        hasTooLong(decision)
          ? { ok: false, message: tooLongText }
          : resultOf(companion.decidePreview(workspaceId, { actionId: id, fingerprint, decision })),
      undo: ({ id }) => resultOf(companion.undoPreview(workspaceId, id)),
    });
  }

  return {
    previewsOf(id) {
      const store = stores.get(id) ?? create(id);
      stores.set(id, store);
      return store;
    },
  };
}

async function resultOf(call: Promise<void>): Promise<PreviewResult> {
  try {
    await call;
    return { ok: true };
  } catch (error) {
    return { ok: false, message: failureText(error) };
  }
}
