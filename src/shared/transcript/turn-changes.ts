import { z } from 'zod';

/**
 * The reason for which a change of a file can't be undone: above 50 MB, a link, only its mode bits, changed by
 * somebody else in the middle of the turn, while a command of another turn ran too, longer ago than its content
 * is kept, or never kept: ignored by git before or after, a file with secrets, a repository within the folder.
 * Folders are named with a slash at their end.
 */
export const keptReasonSchema = z.enum([
  'large',
  'link',
  'mode',
  'mixed',
  'shared',
  'old',
  'ignored',
  'secret',
  'repository',
]);

/**
 * The reason for which the changes of a command are not known: there is no git, too many files, a command in the
 * background, the end of Parley, or a failure of git or the disk.
 */
export const unseenReasonSchema = z.enum(['no-git', 'too-many', 'background', 'cut-off', 'failed']);

const changedFileSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  added: z.number(),
  removed: z.number(),
  kept: keptReasonSchema.optional(),
});

/** `left` are the files that stayed as they are, for they were changed since. */
const turnUndoSchema = z.lazy(() =>
  z.object({ at: z.number(), undone: z.array(z.string()), left: z.array(z.string()) }),
);

/**
 * The changes that are left of one turn, each file once, from its state before the turn to its state after it.
 * `ranCommands` where commands were looked at, `unseen` where some could not be.
 */
export const turnChangesSchema = z.object({
  files: z.array(changedFileSchema),
  ranCommands: z.boolean(),
  unseen: z.array(unseenReasonSchema),
  undo: turnUndoSchema.nullable(),
});

export type KeptReason = z.infer<typeof keptReasonSchema>;
export type UnseenReason = z.infer<typeof unseenReasonSchema>;
export type TurnChanges = z.infer<typeof turnChangesSchema>;
export type ChangedFile = TurnChanges['files'][number];
