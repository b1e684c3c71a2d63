import type { PreviewDraft } from './preview-draft.ts';

/** The draft of a card into which nothing was entered; not in `preview-draft.ts`, which loads zod. */
export const noDraft: PreviewDraft = {
  note: '',
  reason: '',
  edits: [],
  drops: [],
  picks: [],
  viewed: [],
  notes: [],
  comments: [],
};
