import { z } from 'zod';

/**
 * A folder that a first chat may be about; `shown` is its path with `~` for the person's home, `changedAt` in
 * milliseconds since 1970.
 */
export const recentFolderSchema = z.object({ folder: z.string(), shown: z.string(), changedAt: z.number() });

export type RecentFolder = z.infer<typeof recentFolderSchema>;
