import { ORPCError } from '@orpc/server';
import { sizeProblem } from '../../shared/questions/ask-size.ts';
import type { OutsideAsks } from '../questions/outside-asks.ts';
import type { OutsideReviews } from '../resolve/outside-reviews.ts';
import type { Calls } from './calls.ts';
import type { UnconfirmedDeliveries } from './unconfirmed-deliveries.ts';

export type OutsideCallParts = {
  outside: OutsideAsks;
  reviews: OutsideReviews;
  deliveries: UnconfirmedDeliveries;
};

/** What the command line asks for, from outside the chats. */
export function outsideCalls(calls: Calls, { outside, reviews, deliveries }: OutsideCallParts) {
  return {
    ask: calls.outside.ask.handler(async ({ input, signal, errors }) => {
      const problem = sizeProblem(input.questions);
      if (problem !== undefined) {
        throw errors['question-refused']({ message: problem, data: { problem } });
      }
      const delivery = await outside.ask(input, signal ?? new AbortController().signal);
      if (delivery === undefined) throw new ORPCError('CLIENT_CLOSED_REQUEST');
      return deliveries.send(input.key, delivery);
    }),
    review: calls.outside.review.handler(async ({ input, signal }) => {
      const delivery = await reviews.review(input, signal ?? new AbortController().signal);
      if (delivery === undefined) throw new ORPCError('CLIENT_CLOSED_REQUEST');
      return deliveries.send(input.key, delivery);
    }),
    received: calls.outside.received.handler(({ input: { key } }) => {
      deliveries.received(key);
    }),
  };
}
