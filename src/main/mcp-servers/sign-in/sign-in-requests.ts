import {
  auth,
  discoverOAuthServerInfo,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/thrown-error.ts';
import { boundedFetch } from '../bounded-fetch.ts';
import {
  beginningProvider,
  type BegunSignIn,
  finishingProvider,
  type KnownClient,
} from './oauth-provider.ts';
import type { Attempt, Grant } from './stored-sign-in.ts';

/** Milliseconds that each request to a server that people sign in at may take. */
const requestPatience = 30_000;

/** The challenge of a server that turned a request away: what it asks for, and where it describes itself. */
export type Challenge = { scope?: string | undefined; resourceMetadataUrl?: URL | undefined };

type Granted = { type: 'granted'; grant: Grant } | { type: 'denied' } | { type: 'failed'; problem: string };

/** True where a server names, or has, a place at which people sign in to it. */
export async function hasSignIn(url: URL, { resourceMetadataUrl }: Challenge): Promise<boolean> {
  try {
    const found = await discoverOAuthServerInfo(url, { resourceMetadataUrl, fetchFn: signInFetch });
    return found.authorizationServerMetadata !== undefined;
  } catch {
    return false;
  }
}

/** Prepares a sign in up to the address that leads to it. Throws with words for a person. */
export async function prepareSignIn(
  url: URL,
  place: { redirectUrl: string; state: string },
  { client, challenge }: { client: KnownClient | undefined; challenge: Challenge },
): Promise<BegunSignIn> {
  const { provider, begun } = beginningProvider(place, client);
  try {
    await auth(provider, {
      serverUrl: url,
      ...challenge,
      fetchFn: signInFetch,
      forceReauthorization: true,
    });
  } catch (error) {
    throw new Error(prepareProblem(error), { cause: error });
  }
  return begun();
}

/** Changes what a browser brought back into what the server grants. */
export async function redeemed(attempt: Attempt, query: URLSearchParams): Promise<Granted> {
  const { url } = attempt;
  const code = query.get('code');
  if (query.get('error') === 'access_denied') return { type: 'denied' };
  if (code === null) return { type: 'failed', problem: `The server ended it${saidIn(query)}.` };
  const { provider, granted } = finishingProvider(attempt);
  try {
    const iss = query.get('iss') ?? undefined;
    await auth(provider, { serverUrl: url, authorizationCode: code, iss, fetchFn: signInFetch });
  } catch (error) {
    return { type: 'failed', problem: redeemProblem(error) };
  }
  const grant = granted();
  if (grant === undefined) return { type: 'failed', problem: 'The server granted nothing.' };
  return { type: 'granted', grant: { ...grant, url } };
}

/** Returns a grant with new tokens; undefined where the server refuses. Throws where it can't be asked. */
export async function renewed(grant: Grant): Promise<Grant | undefined> {
  const { client, discovery, tokens } = grant;
  if (tokens.refresh_token === undefined) return undefined;
  try {
    const fresh = await refreshAuthorization(discovery.authorizationServerUrl, {
      metadata: discovery.authorizationServerMetadata,
      clientInformation: client,
      refreshToken: tokens.refresh_token,
      resource: discovery.resourceMetadata?.resource,
      fetchFn: signInFetch,
    });
    return { ...grant, tokens: { ...tokens, ...fresh } };
  } catch (error) {
    if (error instanceof OAuthError && !isServerError(error)) return undefined;
    throw error;
  }
}

function isServerError({ code }: OAuthError): boolean {
  const serverError: string = OAuthErrorCode.ServerError;
  return code === serverError;
}

/** The code of an error in a callback; what else stands there may be anybody's words. */
function saidIn(query: URLSearchParams): string {
  const code = query.get('error') ?? '';
  return /^[a-z_]{1,60}$/.test(code) ? ` (${code})` : '';
}

function prepareProblem(error: unknown): string {
  if (error instanceof RegistrationRejectedError)
    return 'It does not let programs register by themselves. If you have a client for it, put "oauth": {"clientId": "…"} into its entry.';
  if (error instanceof InsecureTokenEndpointError) return 'It would send your sign in unencrypted.';
  return messageOf(error);
}

/** Whoever answered falsely gets no words of their own before a person. */
function redeemProblem(error: unknown): string {
  if (error instanceof IssuerMismatchError)
    return 'The answer came from another server than the one that was asked.';
  return error instanceof OAuthError
    ? 'The server did not accept the code that it had given.'
    : messageOf(error);
}

/** Fetches without what a person put into the headers of the server, and takes secrets nowhere else. */
export const signInFetch: typeof fetch = (input, init) =>
  boundedFetch(input, {
    ...init,
    redirect: init?.method === 'POST' ? 'error' : 'follow',
    signal: AbortSignal.timeout(requestPatience),
  });
