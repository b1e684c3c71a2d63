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

/** Time limit of each request for a sign in, in milliseconds. */
const requestPatience = 30_000;

/** The challenge of a server that refused a request: the scope it wants, and where its metadata is. */
export type Challenge = { scope?: string | undefined; resourceMetadataUrl?: URL | undefined };

type Granted = { type: 'granted'; grant: Grant } | { type: 'denied' } | { type: 'failed'; problem: string };

/** True where a server has, or names, a way to sign in. */
export async function hasSignIn(url: URL, { resourceMetadataUrl }: Challenge): Promise<boolean> {
  try {
    const found = await discoverOAuthServerInfo(url, { resourceMetadataUrl, fetchFn: signInFetch });
    return found.authorizationServerMetadata !== undefined;
  } catch {
    return false;
  }
}

/** Prepares a sign in up to its address. Throws with a message for a person. */
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

/** Exchanges a callback for a grant. */
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

/** Returns a grant with new tokens; undefined where the server refuses. Throws where it can't be reached. */
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

/** Returns the error code of a callback; the rest of it may be anybody's text. */
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

/** Text of a server that answered falsely is never shown to a person. */
function redeemProblem(error: unknown): string {
  if (error instanceof IssuerMismatchError)
    return 'The answer came from another server than the one that was asked.';
  return error instanceof OAuthError
    ? 'The server did not accept the code that it had given.'
    : messageOf(error);
}

/** Fetches without the person's own headers for the server, and never follows a redirect with secrets. */
export const signInFetch: typeof fetch = (input, init) =>
  boundedFetch(input, {
    ...init,
    redirect: init?.method === 'POST' ? 'error' : 'follow',
    signal: AbortSignal.timeout(requestPatience),
  });
