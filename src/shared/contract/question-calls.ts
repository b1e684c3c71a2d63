import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';
import { draftSchema } from '../questions/draft.ts';
import { answerSchema } from '../questions/outcome.ts';
import { call, ofToolCall } from './call.ts';
import { failures } from './failures.ts';

/** A call that answers or ends a pending ask. */
const onAsk = call.errors({
  'not-pending': failures['not-pending'],
  'invalid-answer': failures['invalid-answer'],
});

/** Calls about the questions of a chat. */
export const questionCalls = {
  answerAskUserQuestion: onAsk.input(z.object({ ...ofToolCall, answers: z.array(answerSchema).max(1_000) })),
  declineAskUserQuestion: onAsk.input(z.object({ ...ofToolCall, reason: longTextSchema.optional() })),
  /** Gives an asker from outside the person's own words instead of picks. */
  replyToAsker: onAsk.input(z.object({ ...ofToolCall, text: longTextSchema.min(1) })),
  /** Somebody has begun on an ask: its countdown stops for good, and its asker no longer closes it by cancelling. */
  touchAsk: call.input(z.object(ofToolCall)),
  /** Keeps unsent entries of some questions; those of the others stay as they are. Also a touch. */
  saveAskDraft: call.input(z.object({ ...ofToolCall, entries: draftSchema })),
};
