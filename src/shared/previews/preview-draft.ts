import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';
import { planNotesSchema } from './decision.ts';
import { joinNotes } from './plan-text.ts';

const path = z.string().max(4_096);

/** Person's text of one file; `fingerprint` names the preview they saw then. */
const draftEditSchema = z.object({ path, text: longTextSchema, fingerprint: z.string() });

/** Unsent input on the card of a preview; `notes` are those on a plan. */
export const previewDraftSchema = z.object({
  note: longTextSchema,
  reason: longTextSchema,
  edits: z.array(draftEditSchema),
  notes: planNotesSchema.default([]),
});

/** Changes of a draft; an edit with a null text was undone, and so was a note without text. */
export const previewDraftChangeSchema = z.object({
  note: longTextSchema.optional(),
  reason: longTextSchema.optional(),
  edits: z.array(draftEditSchema.extend({ text: longTextSchema.nullable() })).optional(),
  notes: planNotesSchema.optional(),
});

export type DraftEdit = z.infer<typeof draftEditSchema>;
export type PreviewDraft = z.infer<typeof previewDraftSchema>;
export type PreviewDraftChange = z.infer<typeof previewDraftChangeSchema>;

/** A draft with what changed in it; edits of other files and notes on other blocks stay as they are. */
export function withChange(
  draft: PreviewDraft,
  { note, reason, edits = [], notes = [] }: PreviewDraftChange,
): PreviewDraft {
  const changed = new Set(edits.map((edit) => edit.path));
  const now = edits.flatMap(({ text, ...edit }) => (text === null ? [] : [{ ...edit, text }]));
  return {
    note: note ?? draft.note,
    reason: reason ?? draft.reason,
    edits: [...draft.edits.filter((edit) => !changed.has(edit.path)), ...now],
    notes: joinNotes(draft.notes, notes).filter(({ text }) => text !== ''),
  };
}

export function isEmptyDraft({ note, reason, edits, notes }: PreviewDraft): boolean {
  return note.trim() === '' && reason.trim() === '' && edits.length === 0 && notes.length === 0;
}
