import {
  assertSecureTokenEndpoint,
  type AuthProvider,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  InsecureTokenEndpointError,
  selectClientAuthMethod,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { boundedFetch } from '../bounded-fetch.ts';
import { type Challenge, hasSignIn, renewed, signInFetch } from './sign-in-requests.ts';
import type { Grant, StoredSignIn } from './stored-sign-in.ts';

/** The tokens for one server: given to its transport, and renewed when they expire. */
export class ServerTokens implements AuthProvider {
  readonly #stored: StoredSignIn;
  readonly #onChange: () => void;
  #url: URL | undefined;
  #needed = false;
  #challenge: Challenge = {};
  #renewing: Promise<void> | undefined;
  /** The authorization header of each request, by its response. */
  readonly #sent = new WeakMap<Response, string | null>();

  /** `onChange` is called when a sign in is needed. */
  constructor(stored: StoredSignIn, onChange: () => void) {
    this.#stored = stored;
    this.#onChange = onChange;
  }

  /** Sets the server's address, before each connection. */
  at(url: URL): void {
    this.#url = url;
    this.#needed = false;
  }

  get url(): URL | undefined {
    return this.#url;
  }

  /** The challenge of the last refused response. */
  get challenge(): Challenge {
    return this.#challenge;
  }

  /**
   * True where the server, since it was connected to, refuses everybody, or this person's scope, without a sign
   * in.
   */
  isNeeded(): boolean {
    return this.#needed;
  }

  async token(): Promise<string | undefined> {
    return this.grant()?.tokens.access_token;
  }

  /** Makes the requests of a transport with these tokens. */
  readonly fetch: typeof fetch = async (input, init) => {
    const response = await boundedFetch(input, init);
    this.#sent.set(response, new Headers(init?.headers).get('authorization'));
    return response;
  };

  /**
   * Renews the token, unless a newer one was granted since the request, which is then made again; where renewal
   * fails, notes that a sign in is needed.
   */
  async onUnauthorized({ response, serverUrl }: { response: Response; serverUrl: URL }): Promise<void> {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    this.#challenge = { resourceMetadataUrl, scope };
    const token = await this.token();
    const sent = this.#sent.get(response);
    if (token !== undefined && sent !== undefined && sent !== `Bearer ${token}`) return;
    this.#renewing ??= this.#renew(serverUrl).finally(() => (this.#renewing = undefined));
    await this.#renewing;
  }

  /** Notes that the server wants more than what was granted. */
  wantMore(scope: string | undefined, resourceMetadataUrl: URL | undefined): void {
    const granted = this.grant()?.tokens.scope;
    this.#challenge = { scope: computeScopeUnion(granted, scope), resourceMetadataUrl };
    this.#want();
  }

  /** Stores the grant of a person who signed in. */
  async keep(grant: Grant): Promise<void> {
    await this.#stored.write({ grant });
    this.#needed = false;
  }

  /** Returns the grant for the current address; undefined for none. */
  grant(): Grant | undefined {
    const { grant } = this.#stored.read();
    return grant?.url === undefined || (this.#url !== undefined && grant.url !== this.#url.href)
      ? undefined
      : grant;
  }

  #want(): void {
    this.#needed = true;
    this.#onChange();
  }

  async #renew(serverUrl: URL): Promise<void> {
    const stored = this.#stored;
    const grant = this.grant();
    if (grant === undefined) {
      const isPossible = await hasSignIn(serverUrl, this.#challenge);
      // The person may have come back from a sign in meanwhile.
      if (this.grant() !== undefined) return;
      if (isPossible) this.#want();
      throw new UnauthorizedError();
    }
    const fresh = await renewed(grant);
    // The person may have signed out, or in again, meanwhile.
    const kept = this.grant();
    if (kept === undefined) throw new UnauthorizedError();
    if (kept.tokens.access_token !== grant.tokens.access_token) return;
    if (fresh !== undefined) return stored.write({ ...stored.read(), grant: fresh });
    await stored.write({ ...stored.read(), grant: undefined });
    this.#want();
    throw new UnauthorizedError();
  }
}

const methods = z.array(z.string()).optional();

/** The part of a server's metadata about revocation, by RFC 8414. */
const metadataSchema = z.object({
  revocation_endpoint: z.string().optional(),
  revocation_endpoint_auth_methods_supported: methods,
  token_endpoint_auth_methods_supported: methods,
});

/** A server, as far as signing out of it is concerned. */
type SignedIn = {
  name: string;
  connection: { close(): Promise<void> };
  signIn: { signOut(): Promise<Grant | undefined> } | undefined;
};

/**
 * Signs out of a server and ends its connection. Returns what is left to do, for a person, if the server did not
 * revoke the grant.
 */
export async function signOut({ signIn, connection, name }: SignedIn): Promise<string | undefined> {
  const grant = await signIn?.signOut();
  await connection.close();
  const problem = grant && (await revokeGrant(grant));
  return (
    problem &&
    `Parley has forgotten its access to ${name}, but the server did not end it: ${problem}. You can remove Parley in your account there.`
  );
}

/**
 * Revokes a grant at the server, by RFC 7009, if it has an endpoint for that. Returns why it failed, for a
 * person; undefined on success or without an endpoint.
 */
export async function revokeGrant({ client, discovery, tokens }: Grant): Promise<string | undefined> {
  const { data } = metadataSchema.safeParse(discovery.authorizationServerMetadata);
  const endpoint = data?.revocation_endpoint;
  if (endpoint === undefined) return undefined;
  const ways =
    data?.revocation_endpoint_auth_methods_supported ?? data?.token_endpoint_auth_methods_supported ?? [];
  const revoke = (token: string, hint: string) => {
    const body = new URLSearchParams({ token, token_type_hint: hint });
    const headers = authenticated(client, ways, body);
    return signInFetch(assertSecureTokenEndpoint(endpoint), { method: 'POST', headers, body });
  };
  try {
    const { refresh_token: refresh, access_token: access } = tokens;
    const renewing = refresh === undefined ? undefined : await revoke(refresh, 'refresh_token');
    const using = await revoke(access, 'access_token');
    // Many servers end both tokens with the first, and refuse the second as unknown or unsupported.
    const isOver = using.ok || (renewing?.ok === true && using.status === 400);
    const failed = renewing?.ok === false ? renewing : isOver ? undefined : using;
    return failed && `it answered with status ${failed.status}`;
  } catch (error) {
    if (error instanceof InsecureTokenEndpointError) return 'it would have to be told unencrypted';
    return 'it could not be reached';
  }
}

/** Adds the client's credentials to a request's body, or to the headers that it returns. */
function authenticated(
  client: Grant['client'],
  ways: readonly string[],
  body: URLSearchParams,
): Record<string, string> {
  const { client_id: id, client_secret: secret } = client;
  if (secret !== undefined && selectClientAuthMethod(client, [...ways]) === 'client_secret_basic') {
    const words = [id, secret].map((word) => encodeURIComponent(word)).join(':');
    return { authorization: `Basic ${Buffer.from(words).toString('base64')}` };
  }
  body.set('client_id', id);
  if (secret !== undefined) body.set('client_secret', secret);
  return {};
}
