import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { createDraftSaver, type DraftSaver } from '../../draft-saver.ts';
import { pageTiming } from '../../page-timing.ts';
import { type ParleyStore, setNotice } from '../parley-store.ts';
import { isTooLong } from '../text-limit.ts';
import { emptyComposer } from './composer-state.ts';

/** Saves the unsent messages of chats, as their composers have them by then. */
export type MessageDrafts = DraftSaver<WorkspaceId, null>;

export function createMessageDrafts(companion: Companion, store: ParleyStore): MessageDrafts {
  function save(id: WorkspaceId): void {
    const { text: shown, restored, recalled } = store.getState().composers[id] ?? emptyComposer;
    const text = recalled === null ? shown : '';
    if (!restored || isTooLong(text)) return;
    companion.client.workspace
      .saveMessageDraft({ workspaceId: id, text })
      .catch((error: unknown) => setNotice(store, id, failureText(error)));
  }
  return createDraftSaver(save, pageTiming);
}
