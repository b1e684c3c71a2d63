import { z } from 'zod';

/** How a window looks; the page's root element carries each as a `data-` attribute of the same name. */
export const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  textSize: z.enum(['normal', 'large', 'larger']),
});

export type Appearance = z.infer<typeof appearanceSchema>;
