import type { ActionId } from '../../../shared/ids.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import { joinNotes } from '../../../shared/previews/plan-text.ts';
import { createDraftSaver } from '../../draft-saver.ts';
import type { Timing } from '../../page-timing.ts';

export type DraftChangeSaver = {
  /** Saves what changed, within the delay and together with what else changes until then. */
  save(id: ActionId, change: PreviewDraftChange): void;
  flush(): void;
};

/** Saves what changed on a card and nothing else: another window may know newer of the rest. */
export function createDraftChangeSaver(
  saveDraft: (id: ActionId, change: PreviewDraftChange) => void,
  timing: Timing,
): DraftChangeSaver {
  const unsaved = new Map<ActionId, PreviewDraftChange>();
  const saver = createDraftSaver<ActionId, PreviewDraftChange>((id, change) => {
    unsaved.delete(id);
    saveDraft(id, change);
  }, timing);
  return {
    save(id, change) {
      const joined = joinChanges(unsaved.get(id) ?? {}, change);
      unsaved.set(id, joined);
      saver.save(id, joined, 'soon');
    },
    flush: saver.flush,
  };
}

/** The newest of each field, of each file's edit, and of each block's note. */
function joinChanges(
  before: PreviewDraftChange,
  { edits = [], notes = [], ...rest }: PreviewDraftChange,
): PreviewDraftChange {
  const others = (before.edits ?? []).filter(({ path }) => edits.every((edit) => edit.path !== path));
  const joined = [...others, ...edits];
  const noted = joinNotes(before.notes ?? [], notes);
  return {
    ...before,
    ...rest,
    ...(joined.length === 0 ? {} : { edits: joined }),
    ...(noted.length === 0 ? {} : { notes: noted }),
  };
}
