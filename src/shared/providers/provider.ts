import { z } from 'zod';

/** Those who offer models. The id is the first half of an agent's name: `openai/gpt-5`. */
export const providerIdSchema = z.enum(['anthropic', 'openai', 'google', 'openai-compatible', 'ollama']);

/** Source of a value; the environment overrides what is stored. */
const sourceSchema = z.enum(['environment', 'stored', 'none']);

/** A provider as a window shows it. Of its key only where it comes from is told, never the key. */
const providerSchema = z.lazy(() =>
  z.object({
    id: providerIdSchema,
    name: z.string(),
    /** `optional` where a server of one's own may go without. */
    needsKey: z.enum(['yes', 'no', 'optional']),
    key: z.object({ source: sourceSchema, variable: z.string().nullable() }),
    /** `value` is empty where the usual address is taken; `usual` where there is none. */
    address: z.object({ source: sourceSchema, variable: z.string(), value: z.string(), usual: z.string() }),
    /** True if it has all that a chat needs to begin with it. */
    ready: z.boolean(),
  }),
);

/** Storage of keys on this machine: sealed by the system, or as text in a file only this person can read. */
const keyStorageSchema = z.object({ kind: z.enum(['system', 'file']), file: z.string() });

/** Agents that a person can choose for a chat. `newAgent` is `guide` or `<provider>/<model>`. */
export const agentsSchema = z.object({
  providers: z.array(providerSchema),
  newAgent: z.object({ agent: z.string(), source: sourceSchema }),
  keyStorage: keyStorageSchema,
});

/** Result of checking a provider: the models it names, or the problem, in words for a person. */
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
