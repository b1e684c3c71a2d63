import { z } from 'zod';

export const foundFilesSchema = z.object({ files: z.array(z.string()), more: z.boolean() });

export type FoundFiles = z.infer<typeof foundFilesSchema>;
