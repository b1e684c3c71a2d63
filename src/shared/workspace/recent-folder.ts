import { z } from 'zod';

/** A folder that a first chat may be about; `changedAt` in milliseconds since 1970. */
export const recentFolderSchema = z.object({ folder: z.string(), changedAt: z.number() });

export type RecentFolder = z.infer<typeof recentFolderSchema>;
