import { ORPCError, type ORPCErrorConstructorMap } from '@orpc/server';
import type { failures } from '../../shared/contract/failures.ts';
import type { Question } from '../../shared/questions/question.ts';
import { sizeProblem } from '../../shared/questions/ask-size.ts';
import type { OutsideAsks } from './outside-asks.ts';
import type { OutsideReviews } from './outside-reviews.ts';
import type { Calls } from '../calls/calls.ts';
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
      refuseOversize(input.questions, errors);
      const delivery = await outside.ask(input, signal ?? new AbortController().signal);
      if (delivery === undefined) throw new ORPCError('CLIENT_CLOSED_REQUEST');
      return deliveries.send(input.key, delivery);
    }),
    record: calls.outside.record.handler(({ input: { replies, ...asked }, errors }) => {
      refuseOversize(asked.questions, errors);
      outside.record(asked, { type: 'supplied', replies });
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

type Refusals = ORPCErrorConstructorMap<Pick<typeof failures, 'question-refused'>>;

function refuseOversize(questions: readonly Question[], errors: Refusals): void {
  const problem = sizeProblem(questions);
  if (problem !== undefined) throw errors['question-refused']({ message: problem, data: { problem } });
}
