import {
  assertSecureTokenEndpoint,
  InsecureTokenEndpointError,
  selectClientAuthMethod,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Server } from '../server.ts';
import { signInFetch } from './sign-in-requests.ts';
import type { Grant } from './stored-sign-in.ts';

const methods = z.array(z.string()).optional();

/** The part of a server's metadata that is about ending grants, by RFC 8414. */
const metadataSchema = z.object({
  revocation_endpoint: z.string().optional(),
  revocation_endpoint_auth_methods_supported: methods,
  token_endpoint_auth_methods_supported: methods,
});

/**
 * Forgets who one is to a server, and ends the connection that it had for that. Returns what is left to do, for a
 * person, where the server did not take back what it had granted.
 */
export async function signOut({
  signIn,
  connection,
  name,
}: Pick<Server, 'signIn' | 'connection' | 'name'>): Promise<string | undefined> {
  const grant = await signIn?.signOut();
  await connection.close();
  const problem = grant && (await revokeGrant(grant));
  return (
    problem &&
    `Parley has forgotten its access to ${name}, but the server did not end it: ${problem}. You can remove Parley in your account there.`
  );
}

/**
 * Has the server end what it granted, by RFC 7009, where it names a place for that. Returns why it did not, for a
 * person; undefined where it did, or names none.
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
    // Many servers end both with the first, and refuse the second as unknown or as of a kind they don't end.
    const isOver = using.ok || (renewing?.ok === true && using.status === 400);
    const failed = renewing?.ok === false ? renewing : isOver ? undefined : using;
    return failed && `it answered with status ${failed.status}`;
  } catch (error) {
    if (error instanceof InsecureTokenEndpointError) return 'it would have to be told unencrypted';
    return 'it could not be reached';
  }
}

/** Says in a request's body, or in the headers that it returns, which client it is from. */
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
