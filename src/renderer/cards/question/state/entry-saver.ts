import type { ToolCallId } from '../../../../shared/ids.ts';
import { mergeDraft } from '../../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../../shared/questions/draft.ts';
import { createDraftSaver, type DraftSaver } from '../../../draft-saver.ts';
import type { Timing } from '../../../page-timing.ts';

/**
 * Saves the entries of changed questions and no others: another window may know newer ones of the
 * rest. What changed since the last save goes together.
 */
export function createEntrySaver(
  saveEntries: (toolCallId: ToolCallId, entries: Draft) => void,
  timing: Timing,
): DraftSaver<ToolCallId, Draft> {
  const unsaved = new Map<ToolCallId, Draft>();
  const saver = createDraftSaver<ToolCallId, Draft>((toolCallId, entries) => {
    unsaved.delete(toolCallId);
    saveEntries(toolCallId, entries);
  }, timing);

  return {
    save(toolCallId, entries, when) {
      const changed = mergeDraft(unsaved.get(toolCallId) ?? [], entries);
      unsaved.set(toolCallId, changed);
      saver.save(toolCallId, changed, when);
    },
    flush: saver.flush,
    forget(toolCallId) {
      unsaved.delete(toolCallId);
      saver.forget(toolCallId);
    },
  };
}
