import { isDeepStrictEqual } from 'node:util';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import { asFieldText } from '../../shared/previews/text-diff.ts';
import { decidedOutcomeOf, outcomeOf } from '../../shared/previews/preview-state.ts';
import {
  type DraftEdit,
  isEmptyDraft,
  type PreviewDraft,
  type PreviewDraftChange,
  previewDraftSchema,
  withChange,
} from '../../shared/previews/preview-draft.ts';
import { noDraft } from '../../shared/previews/no-draft.ts';
import { type StoredAction, storedAs, type StoredEdit, type StoredPlan } from './action-store.ts';
import type { DraftStore } from './draft-store.ts';

export type PreviewDraftStore = ReturnType<typeof createPreviewDraftStore>;

/** Stores the unsent entries on the cards of previews. */
export function createPreviewDraftStore(drafts: DraftStore) {
  function read(workspaceId: WorkspaceId, id: ActionId): PreviewDraft {
    const body = drafts.read(workspaceId, subject(id));
    return body === undefined ? noDraft : previewDraftSchema.parse(JSON.parse(body));
  }

  return {
    /**
     * Returns the entries that are not sent yet; of a preview that has ended, those that did not go along with
     * its end.
     */
    unsent: (action: StoredAction): PreviewDraft =>
      withoutSent(read(action.workspaceId, action.shown.id), action),
    /** Merges changed entries into the rest, which another window may have changed since. */
    change(workspaceId: WorkspaceId, id: ActionId, change: PreviewDraftChange): void {
      const draft = withChange(read(workspaceId, id), change);
      drafts.save(workspaceId, subject(id), isEmptyDraft(draft) ? '' : JSON.stringify(draft));
    },
  };
}

function withoutSent(draft: PreviewDraft, action: StoredAction): PreviewDraft {
  switch (action.content.type) {
    case 'edit':
      return withoutSentOfEdit(draft, storedAs(action, 'edit'));
    case 'plan':
      return withoutSentOfPlan(draft, storedAs(action, 'plan'));
    case 'custom':
      return outcomeOf(action.shown.state) === null ? draft : noDraft;
  }
}

/** Leaves out the notes and the edit that a decision sent; a discarded edit was not sent. */
function withoutSentOfPlan(draft: PreviewDraft, { shown }: StoredPlan): PreviewDraft {
  const outcome = decidedOutcomeOf(shown.state);
  if (outcome?.decidedBy !== 'user') return draft;
  return outcome.type === 'discarded' ? { ...noDraft, edits: draft.edits } : noDraft;
}

function withoutSentOfEdit(
  { edits, drops, picks, viewed, comments, ...draft }: PreviewDraft,
  { shown, content }: StoredEdit,
): PreviewDraft {
  const isTaken = ({ path, text }: DraftEdit) =>
    content.files.some(
      (file) =>
        file.path === path &&
        [file.after, file.staged?.after].some((after) => asFieldText(after ?? '') === text),
    );
  const outcome = decidedOutcomeOf(shown.state);
  const isOfPreview = ({ fingerprint }: { fingerprint: string }) =>
    outcomeOf(shown.state) === null && fingerprint === shown.fingerprint;
  const sent = outcome?.comments ?? [];
  const left = {
    ...draft,
    edits: edits.filter((edit) => !isTaken(edit)),
    drops: drops.filter(isOfPreview),
    picks: picks.filter(isOfPreview),
    viewed: viewed.filter(isOfPreview),
    comments: comments.filter((comment) => !sent.some((other) => isDeepStrictEqual(comment, other))),
  };
  if (outcome?.decidedBy !== 'user') return left;
  const unless = (text: string) => (text === outcome.userWords ? '' : text);
  switch (outcome.type) {
    case 'applied':
    case 'refined':
      return { ...left, note: unless(left.note) };
    case 'discarded':
      return { ...left, reason: unless(left.reason) };
  }
}

function subject(id: ActionId): string {
  return `preview:${id}`;
}
