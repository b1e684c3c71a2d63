import type { OAuthClientMetadata, OAuthClientProvider, OAuthTokens } from '@modelcontextprotocol/client';
import type { Attempt, Grant } from './stored-sign-in.ts';

/** A client registered by hand, from a server's entry. */
export type KnownClient = { clientId: string; clientSecret?: string | undefined };

export type BegunSignIn = Omit<Attempt, 'url' | 'startedAt'>;

/** Collects what the library learns while it prepares a sign in; `begun` returns it once the address is known. */
export function beginningProvider(place: { redirectUrl: string; state: string }, known?: KnownClient) {
  const { redirectUrl, state } = place;
  const learned: Partial<Pick<Attempt, 'client' | 'discovery' | 'verifier' | 'address'>> =
    known === undefined ? {} : { client: { client_id: known.clientId, client_secret: known.clientSecret } };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: metadataFor(redirectUrl),
    state: () => state,
    clientInformation: () => learned.client,
    saveClientInformation: (client) => void (learned.client = { ...client }),
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: (url) => void (learned.address = url.href),
    saveCodeVerifier: (verifier) => void (learned.verifier = verifier),
    codeVerifier: () => learned.verifier ?? '',
    saveDiscoveryState: (discovery) => void (learned.discovery = discovery),
    discoveryState: () => learned.discovery,
  };
  return {
    provider,
    begun(): BegunSignIn {
      const { client, discovery, verifier, address } = learned;
      if (client === undefined || discovery === undefined || verifier === undefined || address === undefined)
        throw new Error('The server led nowhere to sign in.');
      return { ...place, client, discovery, verifier, address };
    },
  };
}

/** Gives the library what was learned at the beginning, and takes what the server grants. */
export function finishingProvider({ redirectUrl, client, discovery, verifier }: Attempt) {
  let tokens: OAuthTokens | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: metadataFor(redirectUrl),
    clientInformation: () => client,
    tokens: () => undefined,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: () => {},
    saveCodeVerifier: () => {},
    codeVerifier: () => verifier,
    saveDiscoveryState: () => {},
    discoveryState: () => discovery,
  };
  return {
    provider,
    granted: (): Omit<Grant, 'url'> | undefined => tokens && { client, discovery, tokens: { ...tokens } },
  };
}

function metadataFor(redirectUrl: string): OAuthClientMetadata {
  return {
    client_name: 'Parley',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
}
