import { z } from 'zod';

/** The id is the first half of an agent's name: `openai/gpt-5`. */
export const providerIdSchema = z.enum(['anthropic', 'openai', 'google', 'openai-compatible', 'ollama']);

/** A header, or a part of the query, that goes along with every request to a provider. */
export const parameterNameSchema = z.object({ in: z.enum(['header', 'query']), name: z.string().max(300) });

/** The environment overrides what is stored. */
const sourceSchema = z.enum(['environment', 'stored', 'none']);

/**
 * What is known of a provider as it is set up now: nothing (`untried`) until it was asked. `refused` is its key,
 * `unreachable` a provider at whose address nobody answers. `models` counts those that it lists; null where it was not
 * asked for them.
 */
const providerStatusSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('untried') }),
  z.object({ type: z.literal('works'), models: z.int().nullable() }),
  z.object({ type: z.literal('refused') }),
  z.object({ type: z.literal('unreachable') }),
  z.object({ type: z.literal('failed') }),
]);

/** A provider for the windows, which learn the source of its key but never the key. */
const providerSchema = z.lazy(() =>
  z.object({
    id: providerIdSchema,
    name: z.string(),
    /** `optional` for servers of one's own. */
    needsKey: z.enum(['yes', 'no', 'optional']),
    /** `isRemoved`: one was removed and can be put back. */
    key: z.object({ source: sourceSchema, variable: z.string().nullable(), isRemoved: z.boolean() }),
    /** `value` is empty for the default address; `usual` is empty where there is none. */
    address: z.object({ source: sourceSchema, variable: z.string(), value: z.string(), usual: z.string() }),
    /** What goes along with every request; `value` is null for a secret one. */
    parameters: z.array(parameterNameSchema.extend({ value: z.string().nullable() })),
    /** True if a chat can use it. */
    ready: z.boolean(),
    status: providerStatusSchema,
  }),
);

/** How keys are stored: sealed by the system, or as text in a private file. */
const keyStorageSchema = z.object({ kind: z.enum(['system', 'file']), file: z.string() });

/** `newAgent` is `guide` or `<provider>/<model>`. */
export const agentsSchema = z.object({
  providers: z.array(providerSchema),
  newAgent: z.object({ agent: z.string(), source: sourceSchema }),
  keyStorage: keyStorageSchema,
});

/** What a provider's list says of a model; null where it does not say. */
const listedModelSchema = z.object({
  id: z.string(),
  /** How many tokens it reads. */
  contextWindow: z.number().nullable(),
  /** The tokens of an answer at most. */
  mostOutput: z.number().nullable(),
  images: z.boolean().nullable(),
  tools: z.boolean().nullable(),
  thinks: z.boolean().nullable(),
  /** True where a request that begins as an earlier one is read from a cache. */
  caches: z.boolean().nullable(),
});

/**
 * The models that a provider lists, or the problem for the person. `details` is what came back, without keys; null for
 * nothing. `proxy` is the one that it was asked by.
 */
export const providerCheckSchema = z.lazy(() =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), models: z.array(listedModelSchema), proxy: z.string().nullable() }),
    z.object({
      ok: z.literal(false),
      why: z.enum(['refused', 'unreachable', 'failed']),
      problem: z.string(),
      details: z.string().nullable(),
    }),
  ]),
);

export type ProviderStatus = z.infer<typeof providerStatusSchema>;
export type ListedModel = z.infer<typeof listedModelSchema>;
export type ProviderId = z.infer<typeof providerIdSchema>;
export type ParameterName = z.infer<typeof parameterNameSchema>;
export type Source = z.infer<typeof sourceSchema>;
export type ProviderInfo = z.infer<typeof providerSchema>;
export type KeyStorage = z.infer<typeof keyStorageSchema>;
export type Agents = z.infer<typeof agentsSchema>;
export type ProviderCheck = z.infer<typeof providerCheckSchema>;
