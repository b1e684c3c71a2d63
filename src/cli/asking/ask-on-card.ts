import type { OutsideAsk } from '../../shared/contract/outside-requests.ts';
import type { AskEnding } from '../../shared/dialects/dialect.ts';
import { callOnCard, type CardOptions } from './call-on-card.ts';
import type { CompanionLink } from './companion-link.ts';

/** Asks on a card of the running companion; `link` is an open connection, if there is one. */
export async function askOnCard(
  asked: OutsideAsk,
  options: CardOptions,
  link: CompanionLink | undefined,
): Promise<AskEnding> {
  const call = await callOnCard((client, key) => client.outside.ask({ ...asked, key }), options, link);
  switch (call.type) {
    case 'answered':
      return call.answer.outcome;
    case 'nobody':
      return call;
    case 'late':
      return { type: 'cancelled', reason: call.why };
  }
}
