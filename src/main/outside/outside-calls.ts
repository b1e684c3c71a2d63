import {
  type Context,
  type ImplementerInternalWithMiddlewares,
  ORPCError,
  type ORPCErrorConstructorMap,
} from '@orpc/server';
import { type ClientInfo, neutralNames, displayedAsker } from '../../shared/askers/displayed-asker.ts';
import type { contract } from '../../shared/contract/contract.ts';
import type { failures } from '../../shared/contract/failures.ts';
import type { Question } from '../../shared/questions/question.ts';
import { sizeProblem } from '../../shared/questions/ask-size.ts';
import type { OutsideAsks } from './outside-asks.ts';
import type { OutsideReviews } from './outside-reviews.ts';
import type { UnconfirmedDeliveries } from './unconfirmed-deliveries.ts';

type OutsideProcedures = ImplementerInternalWithMiddlewares<typeof contract, Context, Context>['outside'];
const named = <Asked extends { asker: ClientInfo }>(asked: Asked) => ({
  ...asked,
  asker: displayedAsker(asked.asker, neutralNames.command),
});

export type OutsideCallParts = {
  outside: OutsideAsks;
  reviews: OutsideReviews;
  deliveries: UnconfirmedDeliveries;
};

/** What the command line asks for, from outside the chats. */
export function outsideCalls(
  calls: { outside: OutsideProcedures },
  { outside, reviews, deliveries }: OutsideCallParts,
) {
  return {
    ask: calls.outside.ask.handler(async ({ input, signal, errors }) => {
      refuseOversize(input.questions, errors);
      const delivery = await outside.ask(named(input), signal ?? new AbortController().signal);
      if (delivery === undefined) throw new ORPCError('CLIENT_CLOSED_REQUEST');
      return deliveries.send(input.key, delivery);
    }),
    record: calls.outside.record.handler(({ input: { replies, ...asked }, errors }) => {
      refuseOversize(asked.questions, errors);
      outside.record(named(asked), { type: 'supplied', replies });
    }),
    review: calls.outside.review.handler(async ({ input, signal }) => {
      const delivery = await reviews.review(named(input), signal ?? new AbortController().signal);
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
