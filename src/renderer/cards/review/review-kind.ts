import { joinComments } from '../../../shared/previews/line-comments.ts';
import { joinNotes } from '../../../shared/previews/plan-text.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';

/** Types that the cards of every kind of preview share. */
export type ReviewTypes = { change: PreviewDraftChange };

/** Message for a call of a plan's or preview's card that fails unexpectedly. */
export const brokenCall = 'This could not be sent. Nothing was decided; try again.';

/** Joins two changes of a draft; the later one replaces each field, file's edit, block's note and line's comment. */
function joinDraftChanges(
  before: PreviewDraftChange,
  { edits = [], notes = [], comments = [], ...rest }: PreviewDraftChange,
): PreviewDraftChange {
  const others = (before.edits ?? []).filter(({ path }) => edits.every((edit) => edit.path !== path));
  const joined = [...others, ...edits];
  const noted = joinNotes(before.notes ?? [], notes);
  const commented = joinComments(before.comments ?? [], comments);
  return {
    ...before,
    ...rest,
    ...(joined.length === 0 ? {} : { edits: joined }),
    ...(noted.length === 0 ? {} : { notes: noted }),
    ...(commented.length === 0 ? {} : { comments: commented }),
  };
}

/** Behaviour of the cards of every kind of preview. */
export const reviewKind = {
  hasEnded: ({ action }: { action: PendingAction }) => action.state.type === 'ended',
  join: joinDraftChanges,
  savesAfterEnd: true,
  brokenCall,
};
