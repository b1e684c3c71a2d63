import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';
import { conflictPickSchema, fileDropSchema, lineCommentsSchema, planNotesSchema } from './decision.ts';
import { joinComments } from './line-comments.ts';
import { joinNotes } from './plan-text.ts';

const path = z.string().max(4_096);

/** Person's text of one file; `fingerprint` names the preview they saw then. */
const draftEditSchema = z.object({ path, text: longTextSchema, fingerprint: z.string() });

/** Drops of the preview with that fingerprint. */
const draftDropSchema = fileDropSchema.extend({ fingerprint: z.string() });

/** Picks in the preview with that fingerprint. */
const draftPickSchema = conflictPickSchema.extend({ fingerprint: z.string() });

/** A file that the person has marked as read, in the preview with that fingerprint. */
const draftViewSchema = z.object({ path, fingerprint: z.string() });

/** Unsent input on the card of a preview; `notes` are those on a plan. */
export const previewDraftSchema = z.object({
  note: longTextSchema,
  reason: longTextSchema,
  edits: z.array(draftEditSchema),
  drops: z.array(draftDropSchema).default([]),
  picks: z.array(draftPickSchema).default([]),
  viewed: z.array(draftViewSchema).default([]),
  notes: planNotesSchema.default([]),
  comments: lineCommentsSchema.default([]),
});

/**
 * What changed in a draft. A null text takes an edit back, an empty one a note or a comment. `drops`, `picks` and
 * `viewed` replace all that there were.
 */
export const previewDraftChangeSchema = z.object({
  note: longTextSchema.optional(),
  reason: longTextSchema.optional(),
  edits: z.array(draftEditSchema.extend({ text: longTextSchema.nullable() })).optional(),
  drops: z.array(draftDropSchema).max(1_000).optional(),
  picks: z.array(draftPickSchema).max(10_000).optional(),
  viewed: z.array(draftViewSchema).max(1_000).optional(),
  notes: planNotesSchema.optional(),
  comments: lineCommentsSchema.optional(),
});

export type DraftEdit = z.infer<typeof draftEditSchema>;
export type DraftDrop = z.infer<typeof draftDropSchema>;
export type DraftView = z.infer<typeof draftViewSchema>;
export type DraftPick = z.infer<typeof draftPickSchema>;
export type PreviewDraft = z.infer<typeof previewDraftSchema>;
export type PreviewDraftChange = z.infer<typeof previewDraftChangeSchema>;

/** Applies a change to a draft; edits, notes and comments that it does not name stay. */
export function withChange(
  draft: PreviewDraft,
  { note, reason, edits = [], drops, picks, viewed, notes = [], comments = [] }: PreviewDraftChange,
): PreviewDraft {
  const changed = new Set(edits.map((edit) => edit.path));
  const now = edits.flatMap(({ text, ...edit }) => (text === null ? [] : [{ ...edit, text }]));
  return {
    note: note ?? draft.note,
    reason: reason ?? draft.reason,
    edits: [...draft.edits.filter((edit) => !changed.has(edit.path)), ...now],
    drops: drops ?? draft.drops,
    picks: picks ?? draft.picks,
    viewed: viewed ?? draft.viewed,
    notes: joinNotes(draft.notes, notes).filter(({ text }) => text !== ''),
    comments: joinComments(draft.comments, comments).filter(({ text }) => text !== ''),
  };
}

export function isEmptyDraft({ note, reason, ...lists }: PreviewDraft): boolean {
  return (
    note.trim() === '' && reason.trim() === '' && Object.values(lists).every(({ length }) => length === 0)
  );
}
