import { z } from 'zod';

/** How many messages a chat shows, and how many of them stand before one of them. */
export const messageCountSchema = z.object({
  all: z.number().int().nonnegative(),
  before: z.number().int().nonnegative(),
});

export type MessageCount = z.infer<typeof messageCountSchema>;
