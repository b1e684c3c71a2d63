import { z } from 'zod';

/**
 * The reason why a command is not confined. `git`: it changes git's own files. `settings`: its folder is the person's
 * home, one around it, or one with settings that decide what runs. `missing`: programs are not installed, which `install`
 * does, null where that is not known. `not-allowed`: the system refuses what they need. `no-means`: there are none for
 * this system.
 */
export const unconfinedReasonSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('git') }),
  z.object({ type: z.literal('settings') }),
  z.object({ type: z.literal('missing'), programs: z.array(z.string()), install: z.string().nullable() }),
  z.object({ type: z.literal('not-allowed') }),
  z.object({ type: z.literal('no-means') }),
]);

export type UnconfinedReason = z.infer<typeof unconfinedReasonSchema>;
