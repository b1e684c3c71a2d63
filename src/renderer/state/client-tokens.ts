import type { Companion } from '../companion.ts';
import { failureText } from '../connection/failure-text.ts';

export type ClientTokenSettings = {
  makeClientToken(): Promise<{ ok: true; token: string } | { ok: false; problem: string }>;
  /** Resolves to the problem in words, or to null once they are revoked. */
  revokeClientTokens(): Promise<string | null>;
};

export function createClientTokenSettings(companion: Companion): ClientTokenSettings {
  return {
    makeClientToken: () =>
      companion.client.clientTokens.make(undefined, { context: { once: true } }).then(
        ({ token }) => ({ ok: true, token }),
        (error: unknown) => ({ ok: false, problem: failureText(error) }),
      ),
    revokeClientTokens: () => companion.client.clientTokens.revoke().then(() => null, failureText),
  };
}
