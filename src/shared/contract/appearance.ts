import { z } from 'zod';

/** Look of a window; the page's root element carries each setting as a `data-` attribute of the same name. */
export const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  textSize: z.enum(['normal', 'large', 'larger']),
});

export type Appearance = z.infer<typeof appearanceSchema>;
