import { z } from 'zod';
import { fileDiffSchema } from '../previews/preview.ts';

/**
 * Why a changed file has no lines: it is no text, longer than 1 MB, `missing` before as in a partial clone, beyond
 * what is read of one chat, a link, a repository of its own, or only its permissions changed.
 */
const withoutLinesSchema = z.enum(['binary', 'large', 'missing', 'many', 'link', 'repository', 'mode']);

export type WithoutLines = z.infer<typeof withoutLinesSchema>;

/** A file that is not as it was where the chat's branch began. */
const chatChangeSchema = fileDiffSchema.extend({ withoutLines: withoutLinesSchema.optional() });

export type ChatChange = z.infer<typeof chatChangeSchema>;

/** The commit that changes are compared with: that at which the branch began, or the last one. */
export const changesSinceSchema = z.enum(['beginning', 'last-commit']);

export type ChangesSince = z.infer<typeof changesSinceSchema>;

/**
 * What a chat has changed in its worktree, committed or not, ignored files not counted. `base` is the commit it is compared
 * with, `below` the path of the chat's folder in the worktree, empty for its top; `more` counts the files beyond those that
 * are listed.
 */
export const chatChangesSchema = z.object({
  base: z.string(),
  below: z.string(),
  files: z.array(chatChangeSchema),
  more: z.number().int(),
});

export type ChatChanges = z.infer<typeof chatChangesSchema>;
