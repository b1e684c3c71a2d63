import { z } from 'zod';
import { webAddressSchema } from './web-address.ts';

/**
 * A server that is not off starts with its first use; one that failed is restarted by a use after `retryAt`, in milliseconds
 * since 1970; one that wants a sign in, after that.
 */
const serverStateSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('off') }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('starting') }),
  z.object({
    type: z.literal('ready'),
    /** The revision of the protocol. */
    version: z.string(),
    /** `sse` is the transport of 2024, `http` the one that came after it. */
    transport: z.enum(['stdio', 'http', 'sse']),
  }),
  z.object({ type: z.literal('failed'), problem: z.string(), retryAt: z.number() }),
  z.object({ type: z.literal('sign-in') }),
]);

/** How external agents get a server. */
export const serverSharingSchema = z.enum(['none', 'without-secrets', 'with-secrets']);

/**
 * A server of a `file`, the person's own where `folder` is null. `reach` is its command or address as written;
 * `tools` counts what it last offered, and it `hasMoreTools` if not all were read or are used. `signedIn`: the person
 * is signed in to it; `signIn` is the address of a sign in under way. `sharing`: external agents get it too; `secrets` are
 * the names of what goes along only with its secrets.
 */
const serverInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string().nullable(),
  file: z.string(),
  reach: z.object({ type: z.enum(['command', 'address']), text: z.string() }),
  state: serverStateSchema,
  tools: z.int(),
  hasMoreTools: z.boolean(),
  signedIn: z.boolean(),
  signIn: webAddressSchema.nullable(),
  sharing: serverSharingSchema,
  secrets: z.array(z.string()),
});

/** An entry of a file that is no valid server; `entry` is null for the whole file. */
const fileProblemSchema = z.object({ file: z.string(), entry: z.string().nullable(), problem: z.string() });

/** All known servers, and problems of their files. */
export const serversOverviewSchema = z.object({
  servers: z.array(serverInfoSchema),
  problems: z.array(fileProblemSchema),
});

/** What a server offers, without the `leftOut` tools that are not used, and the last lines it logged. */
export const serverDetailsSchema = z.object({
  tools: z.array(z.object({ name: z.string(), description: z.string(), saysReadOnly: z.boolean() })),
  leftOut: z.int(),
  log: z.array(z.string()),
});

/**
 * Offers for a message: prompts, by the name of their command, and resources, by how they are mentioned.
 * Incomplete while a server has yet to say what it offers.
 */
export const serverOffersSchema = z.object({
  prompts: z.array(
    z.object({
      name: z.string(),
      server: z.string(),
      description: z.string(),
      argument: z.string().nullable(),
    }),
  ),
  resources: z.array(z.object({ mention: z.string(), server: z.string(), title: z.string() })),
  isComplete: z.boolean(),
});

export type ServerSharing = z.infer<typeof serverSharingSchema>;
export type ServerState = z.infer<typeof serverStateSchema>;
export type ServerInfo = z.infer<typeof serverInfoSchema>;
export type ServersOverview = z.infer<typeof serversOverviewSchema>;
export type ServerDetails = z.infer<typeof serverDetailsSchema>;
export type ServerOffersInfo = z.infer<typeof serverOffersSchema>;
