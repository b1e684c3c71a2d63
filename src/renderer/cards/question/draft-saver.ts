import type { ToolCallId } from '../../../shared/ids.ts';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { CardTiming } from './card-timing.ts';

/** How long typed text may wait before it is saved, in milliseconds. */
const savingDelay = 200;

export type DraftSaver = {
  /** Saves a draft now, or within the delay together with what is typed until then. */
  save(toolCallId: ToolCallId, draft: Draft, when: 'now' | 'soon'): void;
  /** Saves everything that still waits. */
  flush(): void;
  /** Drops what waits for a card that no longer takes drafts. */
  forget(toolCallId: ToolCallId): void;
};

export function createDraftSaver(
  saveDraft: (toolCallId: ToolCallId, draft: Draft) => void,
  timing: CardTiming,
): DraftSaver {
  const unsaved = new Map<ToolCallId, Draft>();
  let cancelTimer: (() => void) | null = null;

  function flush(): void {
    cancelTimer?.();
    cancelTimer = null;
    const drafts = [...unsaved];
    unsaved.clear();
    for (const [toolCallId, draft] of drafts) saveDraft(toolCallId, draft);
  }

  timing.whenPageHides(flush);
  return {
    save(toolCallId, draft, when) {
      unsaved.set(toolCallId, draft);
      if (when === 'now') flush();
      else cancelTimer ??= timing.after(savingDelay, flush);
    },
    flush,
    forget: (toolCallId) => void unsaved.delete(toolCallId),
  };
}
