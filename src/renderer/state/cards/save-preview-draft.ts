import type { ActionId, WorkspaceId } from '../../../shared/ids.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import type { Companion } from '../../companion.ts';
import { failureText, tooLongText } from '../../connection/connection.ts';
import { type ParleyStore, setNotice } from '../parley-store.ts';
import { hasTooLong } from '../text-limit.ts';

/** Keeps what is unsent on a chat's card of a plan or preview; what can't be kept is said in the chat. */
export function previewDraftSaver(companion: Companion, store: ParleyStore, workspaceId: WorkspaceId) {
  return (id: ActionId, change: PreviewDraftChange): void => {
    if (hasTooLong(change)) return setNotice(store, workspaceId, tooLongText);
    companion.client.workspace
      .savePreviewDraft({ workspaceId, actionId: id, change })
      .catch((error: unknown) => setNotice(store, workspaceId, failureText(error)));
  };
}
