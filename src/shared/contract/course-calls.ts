import { z } from 'zod';
import { messageIdSchema } from '../ids.ts';
import { longTextSchema } from '../long-text.ts';
import { inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

/** The calls about what of a chat its agent goes on from. */
export const courseCalls = {
  /**
   * Has the older part of the chat summarised, for its agent to read in its place. `started` is false while
   * the agent works, where there is nothing to summarise, and where the agent is the guide.
   */
  summarise: inChat.input(z.object(inWorkspace)).output(z.object({ started: z.boolean() })),
  /** Puts the person's text in the place of a summary's. Ends in `no-such-message` where it is not the newest. */
  editSummary: inChat
    .errors({ 'no-such-message': failures['no-such-message'] })
    .input(z.object({ ...inWorkspace, messageId: messageIdSchema, text: longTextSchema.min(1) })),
  /** Takes a summary back: the agent reads the messages themselves again. */
  undoSummary: inChat.input(z.object({ ...inWorkspace, messageId: messageIdSchema })),
};
