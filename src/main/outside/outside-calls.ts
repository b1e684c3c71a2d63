import {
  type Context,
  type ImplementerInternalWithMiddlewares,
  ORPCError,
  type ORPCErrorConstructorMap,
} from '@orpc/server';
import { type ClientInfo, neutralNames, displayedAsker } from '../../shared/askers/displayed-asker.ts';
import type { contract } from '../../shared/contract/contract.ts';
import type { failures } from '../../shared/contract/failures.ts';
import { sizeProblem } from '../../shared/questions/ask-size.ts';
import type { Question } from '../../shared/questions/questions.ts';
import type { OutsideAsks } from './outside-asks.ts';
import type { OutsideReviews } from './outside-reviews.ts';
import type { Delivery } from './presence.ts';
import type { UnconfirmedDeliveries } from './unconfirmed-deliveries.ts';

type OutsideProcedures<Services extends Context> = ImplementerInternalWithMiddlewares<
  typeof contract,
  Context,
  Services
>['outside'];

type OutsideCallDeps = {
  outside: OutsideAsks;
  reviews: OutsideReviews;
  deliveries: UnconfirmedDeliveries;
};

/** The procedures of the command line. */
export function outsideCalls<Services extends Context>(
  calls: { outside: OutsideProcedures<Services> },
  { outside, reviews, deliveries }: OutsideCallDeps,
) {
  async function send<Asked extends { asker: ClientInfo; key: string }, Answer>(
    asked: Asked,
    request: (asked: Asked, signal: AbortSignal) => Promise<Delivery<Answer> | undefined>,
    signal = new AbortController().signal,
  ): Promise<Answer> {
    const delivery = await request(named(asked), signal);
    if (delivery === undefined) throw new ORPCError('CLIENT_CLOSED_REQUEST');
    return deliveries.send(asked.key, delivery);
  }

  return {
    ask: calls.outside.ask.handler(({ input, signal, errors }) => {
      refuseOversize(input.questions, errors);
      return send(input, (asked, end) => outside.request(asked, end), signal);
    }),
    record: calls.outside.record.handler(({ input: { replies, unasked, ...asked }, errors }) => {
      refuseOversize(asked.questions, errors);
      outside.record(named(asked), { type: 'supplied', replies, ...(unasked && { unasked }) });
    }),
    review: calls.outside.review.handler(({ input, signal }) =>
      send(input, (asked, end) => reviews.request(asked, end), signal),
    ),
    received: calls.outside.received.handler(({ input: { key } }) => deliveries.confirm(key)),
  };
}

/** Gives an asker its display name. */
function named<Asked extends { asker: ClientInfo }>(asked: Asked): Asked {
  return { ...asked, asker: displayedAsker(asked.asker, neutralNames.command) };
}

type Refusals = ORPCErrorConstructorMap<Pick<typeof failures, 'question-refused'>>;

function refuseOversize(questions: readonly Question[], errors: Refusals): void {
  const problem = sizeProblem(questions);
  if (problem !== undefined) throw errors['question-refused']({ message: problem, data: { problem } });
}
