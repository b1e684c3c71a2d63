import { z } from 'zod';

/** The id is the first half of an agent's name: `openai/gpt-5`. */
export const providerIdSchema = z.enum(['anthropic', 'openai', 'google', 'openai-compatible', 'ollama']);

/** The environment overrides what is stored. */
const sourceSchema = z.enum(['environment', 'stored', 'none']);

/** A provider for the windows, which learn the source of its key but never the key. */
const providerSchema = z.lazy(() =>
  z.object({
    id: providerIdSchema,
    name: z.string(),
    /** `optional` for servers of one's own. */
    needsKey: z.enum(['yes', 'no', 'optional']),
    key: z.object({ source: sourceSchema, variable: z.string().nullable() }),
    /** `value` is empty for the default address; `usual` is empty where there is none. */
    address: z.object({ source: sourceSchema, variable: z.string(), value: z.string(), usual: z.string() }),
    /** True if a chat can use it. */
    ready: z.boolean(),
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

/** The models that a provider lists, or the problem for a person. */
export const providerCheckSchema = z.lazy(() =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), models: z.array(z.string()) }),
    z.object({ ok: z.literal(false), problem: z.string() }),
  ]),
);

export type ProviderId = z.infer<typeof providerIdSchema>;
export type Source = z.infer<typeof sourceSchema>;
export type ProviderInfo = z.infer<typeof providerSchema>;
export type KeyStorage = z.infer<typeof keyStorageSchema>;
export type Agents = z.infer<typeof agentsSchema>;
export type ProviderCheck = z.infer<typeof providerCheckSchema>;
