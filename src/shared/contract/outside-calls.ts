import { z } from 'zod';
import { replySchema, unaskedSchema } from '../questions/outcome.ts';
import { call, callKey } from './call.ts';
import { failures } from './failures.ts';
import {
  outsideAnswerSchema,
  outsideAskSchema,
  outsideReviewAnswerSchema,
  outsideReviewSchema,
} from './outside-requests.ts';

/** A call that brings questions along. */
const onQuestions = call.errors({ 'question-refused': failures['question-refused'] });

/** Calls of those who ask from outside. */
export const outsideCalls = {
  /**
   * Puts questions of an asker from outside to the person, in the workspace about its folder or the
   * Inbox, and ends when they are answered. `key` names the call: sent again, it goes on waiting, or
   * ends as it did. Ends in `question-refused` without asking.
   */
  ask: onQuestions.input(outsideAskSchema.extend({ key: callKey })).output(outsideAnswerSchema),
  /**
   * Keeps a call that brought its answers along, where its row and the ledger show that nobody was
   * asked. `replies` holds one entry a question. Ends in `question-refused` for what `ask` refuses.
   */
  record: onQuestions.input(
    outsideAskSchema.extend({
      key: callKey,
      replies: z.array(replySchema),
      unasked: z.array(unaskedSchema).optional(),
    }),
  ),
  /** Shows a plan as `ask` does questions, which the person approves, edited or not, or discards. */
  review: call.input(outsideReviewSchema.extend({ key: callKey })).output(outsideReviewAnswerSchema),
  /** Says that the answer of a call has arrived; one that nobody says this of is kept. */
  received: call.input(z.object({ key: callKey })),
};
