import { z } from 'zod';

/** A run of changed lines with their surroundings; each line begins with ` `, `+`, `-` or `\`. */
const hunkSchema = z.object({
  oldStart: z.number().int(),
  oldLines: z.number().int(),
  newStart: z.number().int(),
  newLines: z.number().int(),
  lines: z.array(z.string()),
});

/** What would become of one file; `path` is relative to the workspace folder. */
export const fileDiffSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  hunks: z.array(hunkSchema),
});

/** What a staged change shows a person. */
export const previewSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edit'), files: z.array(fileDiffSchema).min(1) }),
]);

export type Hunk = z.infer<typeof hunkSchema>;
export type FileDiff = z.infer<typeof fileDiffSchema>;
export type Preview = z.infer<typeof previewSchema>;
