import type { OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { SecretFile } from '../../keys/key-store.ts';

const clientSchema = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  issuer: z.string().optional(),
});

const tokensSchema = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  scope: z.string().optional(),
  issuer: z.string().optional(),
});

const discoverySchema = z.custom<OAuthDiscoveryState>(
  (value) => typeof value === 'object' && value !== null && 'authorizationServerUrl' in value,
);

/** The grant of the server at `url`: the tokens, their client, and where they are renewed. */
const grantSchema = z.object({
  url: z.string(),
  client: clientSchema,
  tokens: tokensSchema,
  discovery: discoverySchema,
});

/**
 * A sign in that a person has not come back from: its address, the address to come back to, and the secrets that
 * tie both together. `startedAt` is in milliseconds since 1970.
 */
const attemptSchema = z.object({
  url: z.string(),
  address: z.string(),
  redirectUrl: z.string(),
  state: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  client: clientSchema,
  discovery: discoverySchema,
});

const storedSchema = z.object({ grant: grantSchema.optional(), attempt: attemptSchema.optional() });

export type Grant = z.infer<typeof grantSchema>;
export type Attempt = z.infer<typeof attemptSchema>;
type Stored = z.infer<typeof storedSchema>;

/** The stored sign in to one server, sealed like keys. */
export class StoredSignIn {
  readonly #file: SecretFile<string>;
  readonly #name: string;

  constructor(file: SecretFile<string>, name: string) {
    this.#file = file;
    this.#name = name;
  }

  read(): Stored {
    const text = this.#file.read(this.#name);
    if (text === undefined) return {};
    try {
      return storedSchema.parse(JSON.parse(text));
    } catch {
      // What can't be read counts as no sign in; the next one replaces it.
      return {};
    }
  }

  /** Replaces what is stored; on the disk when it resolves. */
  async write(stored: Stored): Promise<void> {
    const isEmpty = stored.grant === undefined && stored.attempt === undefined;
    await this.#file.write(this.#name, isEmpty ? undefined : JSON.stringify(stored));
  }
}
