import { z } from 'zod';
import { messageIdSchema, toolCallIdSchema } from '../ids.ts';
import { longTextSchema } from '../long-text.ts';
import { inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

/** The calls about what of a chat its agent goes on from. */
export const courseCalls = {
  /**
   * Has the older part of the chat summarised, for its agent to read in its place. `started` is false while
   * the agent works, where there is nothing to summarise, and where the agent is the guide. With `whenDone`
   * it waits until the agent no longer works, and ends then.
   */
  summarise: inChat
    .input(z.object({ ...inWorkspace, whenDone: z.boolean().optional() }))
    .output(z.object({ started: z.boolean() })),
  /** Puts the person's text in the place of a summary's. Ends in `no-such-message` where it is not the newest. */
  editSummary: inChat
    .errors({ 'no-such-message': failures['no-such-message'] })
    .input(z.object({ ...inWorkspace, messageId: messageIdSchema, text: longTextSchema.min(1) })),
  /**
   * Shows the branch with a message, or with the message of a call, where it is not shown; `changed` says
   * whether it was another. Ends in `agent-working` while the agent works in the one that is shown.
   */
  showBranch: inChat
    .errors({
      'no-such-message': failures['no-such-message'],
      'agent-working': failures['agent-working'],
    })
    .input(
      z.object({
        ...inWorkspace,
        at: z.union([z.object({ messageId: messageIdSchema }), z.object({ toolCallId: toolCallIdSchema })]),
      }),
    )
    .output(z.object({ changed: z.boolean() })),
  /** Takes a summary back: the agent reads the messages themselves again. */
  undoSummary: inChat.input(z.object({ ...inWorkspace, messageId: messageIdSchema })),
};
