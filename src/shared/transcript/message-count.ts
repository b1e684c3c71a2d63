import { z } from 'zod';

/** Number of messages a chat shows, and of those before one of them. */
export const messageCountSchema = z.object({
  all: z.number().int().nonnegative(),
  before: z.number().int().nonnegative(),
});

export type MessageCount = z.infer<typeof messageCountSchema>;
