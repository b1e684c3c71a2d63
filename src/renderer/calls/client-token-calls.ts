import type { Connection } from '../connection/connection.ts';

/** What Settings asks about the tokens of clients of the HTTP door. */
export type ClientTokenCalls = {
  /** Resolves to the token, which is not shown again. */
  makeClientToken(): Promise<string>;
  /** Ends all of them. */
  revokeClientTokens(): Promise<void>;
};

export function clientTokenCalls({ call, callOnce }: Connection): ClientTokenCalls {
  return {
    makeClientToken: () => callOnce(async (client) => (await client.clientTokens.make()).token),
    revokeClientTokens: () => call(async (client) => void (await client.clientTokens.revoke())),
  };
}
