import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';

const path = z.string().max(4_096);

/** What a person made of the text of one file; `fingerprint` names the preview they saw then. */
const draftEditSchema = z.object({ path, text: longTextSchema, fingerprint: z.string() });

/** What a person entered on the card of a preview and did not send. */
export const previewDraftSchema = z.object({
  note: longTextSchema,
  reason: longTextSchema,
  edits: z.array(draftEditSchema),
});

/** What changed in it; an edit whose text is null was taken back. */
export const previewDraftChangeSchema = z.object({
  note: longTextSchema.optional(),
  reason: longTextSchema.optional(),
  edits: z.array(draftEditSchema.extend({ text: longTextSchema.nullable() })).optional(),
});

export type DraftEdit = z.infer<typeof draftEditSchema>;
export type PreviewDraft = z.infer<typeof previewDraftSchema>;
export type PreviewDraftChange = z.infer<typeof previewDraftChangeSchema>;

/** A draft with what changed in it; edits of other files stay as they are. */
export function withChange(
  draft: PreviewDraft,
  { note, reason, edits = [] }: PreviewDraftChange,
): PreviewDraft {
  const changed = new Set(edits.map((edit) => edit.path));
  const now = edits.flatMap(({ text, ...edit }) => (text === null ? [] : [{ ...edit, text }]));
  return {
    note: note ?? draft.note,
    reason: reason ?? draft.reason,
    edits: [...draft.edits.filter((edit) => !changed.has(edit.path)), ...now],
  };
}

export function isEmptyDraft({ note, reason, edits }: PreviewDraft): boolean {
  return note.trim() === '' && reason.trim() === '' && edits.length === 0;
}
