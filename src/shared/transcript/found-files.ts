import { z } from 'zod';

/** Files of a folder by their paths in it, the best first; `more` when not all were looked at. */
export const foundFilesSchema = z.object({ files: z.array(z.string()), more: z.boolean() });

export type FoundFiles = z.infer<typeof foundFilesSchema>;
