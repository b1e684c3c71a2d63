import { z } from 'zod';
import { imageTypeSchema } from './attachment.ts';

/** An image of a chat's folder; `data` is base64. */
export const folderImageSchema = z.object({ data: z.string(), mediaType: imageTypeSchema });

export type FolderImage = z.infer<typeof folderImageSchema>;
