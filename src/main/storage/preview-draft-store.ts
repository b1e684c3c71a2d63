import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import {
  isEmptyDraft,
  noDraft,
  type PreviewDraft,
  type PreviewDraftChange,
  previewDraftSchema,
  withChange,
} from '../../shared/resolve/preview-draft.ts';
import type { DraftStore } from './draft-store.ts';

export type PreviewDraftStore = ReturnType<typeof createPreviewDraftStore>;

/** What persons entered on the cards of previews and did not send. */
export function createPreviewDraftStore(drafts: DraftStore) {
  function read(workspaceId: WorkspaceId, id: ActionId): PreviewDraft {
    const body = drafts.read(workspaceId, subject(id));
    return body === undefined ? noDraft : previewDraftSchema.parse(JSON.parse(body));
  }

  function save(workspaceId: WorkspaceId, id: ActionId, draft: PreviewDraft): void {
    drafts.save(workspaceId, subject(id), isEmptyDraft(draft) ? '' : JSON.stringify(draft));
  }

  return {
    read,
    save,
    /** Keeps what changed beside the rest, of which another window may know newer. */
    change(workspaceId: WorkspaceId, id: ActionId, change: PreviewDraftChange): void {
      save(workspaceId, id, withChange(read(workspaceId, id), change));
    },
  };
}

function subject(id: ActionId): string {
  return `preview:${id}`;
}
