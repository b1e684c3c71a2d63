import { z } from 'zod';

/** Who asks in a chat: its agent, or Parley itself, as to set up a worktree. Their names don't tell: an agent may be called Parley. */
export const askedBySchema = z.enum(['agent', 'parley']);

/** The same of all that waits in a chat, where somebody outside of it may ask too. */
export const waitingAskedBySchema = z.enum([...askedBySchema.options, 'outside']);

export type AskedBy = z.infer<typeof waitingAskedBySchema>;
