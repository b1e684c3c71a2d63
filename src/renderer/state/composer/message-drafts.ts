import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { createDraftSaver, type DraftSaver } from '../../draft-saver.ts';
import type { Timing } from '../../page-timing.ts';
import type { KeptTexts } from '../kept-texts.ts';
import { type ParleyStore, setNotice } from '../parley-store.ts';
import { isTooLong } from '../text-limit.ts';
import { emptyComposer, textsBelow } from './composer-state.ts';
import { createKeptMessages } from './kept-messages.ts';

/** Saves the unsent messages of chats, as their composers have them by then. */
export type MessageDrafts = DraftSaver<WorkspaceId, null> & {
  /** Returns the message a chat begins with: main's copy, or what this window had before a reload and main may not. */
  begin(id: WorkspaceId, stored: string): string;
};

type Parts = {
  saveMessageDraft: Companion['client']['workspace']['saveMessageDraft'];
  store: ParleyStore;
  /** Keeps over a reload what main does not have yet, as while it can't be reached. */
  texts: KeptTexts;
  timing: Timing;
};

export function createMessageDrafts({ saveMessageDraft, store, texts, timing }: Parts): MessageDrafts {
  const kept = createKeptMessages(texts);

  function save(id: WorkspaceId): void {
    const { text: shown, restored, recalled } = store.getState().composers[id] ?? emptyComposer;
    const text = recalled === null ? shown : '';
    if (!restored) {
      const before = kept.found(id) ?? { text: '', isWhole: false };
      return kept.keep(id, { ...before, text: textsBelow(before.text, text) });
    }
    kept.keep(id, { text, isWhole: true });
    if (isTooLong(text)) return;
    saveMessageDraft({ workspaceId: id, text }).then(
      () => kept.release(id, text),
      (error: unknown) => setNotice(store, id, failureText(error)),
    );
  }

  return {
    ...createDraftSaver(save, timing),
    begin(id, stored) {
      const { text, isWhole } = kept.found(id) ?? { text: '', isWhole: false };
      const begun = isWhole ? text : textsBelow(stored, text);
      if (begun === stored) kept.release(id, text);
      return begun;
    },
  };
}
