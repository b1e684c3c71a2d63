import { z } from 'zod';

/** The tokens of clients of the HTTP door; they themselves are shown once, when they are made. */
export const clientTokensSchema = z.object({
  count: z.int().min(0),
  /** When the newest was made, as an ISO date. */
  lastMadeAt: z.string().nullable(),
});

export type ClientTokensInfo = z.infer<typeof clientTokensSchema>;
