import type { AppEvent } from '../../shared/contract/app-state.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { ClientTokens } from '../http/client-tokens.ts';
import type { Calls } from './calls.ts';

export type ClientTokenCallParts = { feed: EventFeed<AppEvent>; clientTokens: ClientTokens };

/** Makes and revokes the tokens of clients of the HTTP door, for Settings and the command line. */
export function clientTokenCalls(calls: Calls, { feed, clientTokens }: ClientTokenCallParts) {
  const publish = () => feed.publish({ type: 'client-tokens-changed', clientTokens: clientTokens.info() });
  return {
    make: calls.clientTokens.make.handler(async () => {
      const token = await clientTokens.make();
      publish();
      return { token };
    }),
    revoke: calls.clientTokens.revoke.handler(async () => {
      const revoked = await clientTokens.revoke();
      publish();
      return { revoked };
    }),
  };
}
