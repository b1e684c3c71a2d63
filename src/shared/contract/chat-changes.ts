import { z } from 'zod';
import { actionIdSchema } from '../ids.ts';
import { fileDiffSchema } from '../previews/preview.ts';

/**
 * Why a changed file has no lines: it is no text, longer than 1 MB, `missing` before as in a partial clone, beyond
 * what is read of one chat, a link, a repository of its own, or only its permissions changed.
 */
const withoutLinesSchema = z.enum(['binary', 'large', 'missing', 'many', 'link', 'repository', 'mode']);

export type WithoutLines = z.infer<typeof withoutLinesSchema>;

/**
 * A file that is not as it was where the chat's branch began. `fingerprint` names all of the change, so that exactly that
 * is dropped; null where it can't be.
 */
const chatChangeSchema = fileDiffSchema.extend({
  withoutLines: withoutLinesSchema.optional(),
  fingerprint: z.string().nullable(),
});

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

/** What is to be dropped, as it was shown: a file, or the change of it with that number, from 0. */
export const dropSchema = z.object({
  base: z.string().max(64),
  path: z.string(),
  fingerprint: z.string().max(64),
  change: z.int().min(0).nullable(),
});

export type Drop = z.infer<typeof dropSchema>;

/** What came of it: `changed` where the file is not as it was shown, which leaves it as it is. */
export const dropEndSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('dropped'), actionId: actionIdSchema }),
  z.object({ type: z.literal('changed') }),
]);

export type DropEnd = z.infer<typeof dropEndSchema>;
