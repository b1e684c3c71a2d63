import { z } from 'zod';
import { flag, meta, optionalListOf, record, text, words } from './lenient-fields.schema.ts';

const variablesSchema = z.record(z.string(), z.string()).optional().catch(undefined);

const keySchema = z.looseObject({
  name: z.string(),
  label: text,
  secret: flag,
  optional: flag,
});

/**
 * A way to sign in; one for a terminal adds its words to the agent's own command, or has a command in its `_meta`.
 * One of `env_var` (a draft of the protocol) wants `vars` as variables of the agent's process.
 */
const authMethodSchema = z.looseObject({
  id: z.string(),
  name: text,
  description: text,
  type: text,
  args: words,
  env: variablesSchema,
  vars: optionalListOf(keySchema),
  link: text,
  _meta: z
    .looseObject({
      'terminal-auth': z
        .looseObject({ command: z.string(), args: words, env: variablesSchema })
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(null),
});

/** The answer of an agent to the first request: what it can do, and the ways to sign in to it. */
export const initializedSchema = z.looseObject({
  protocolVersion: z.number(),
  agentInfo: z.looseObject({ name: text, title: text, version: text }).nullish().catch(null),
  agentCapabilities: z
    .looseObject({
      loadSession: flag,
      promptCapabilities: z
        .looseObject({
          image: flag,
          embeddedContext: flag,
        })
        .nullish()
        .catch(null),
      sessionCapabilities: record.nullish().catch(null),
      mcpCapabilities: record.nullish().catch(null),
      _meta: meta,
    })
    .nullish()
    .catch(null),
  authMethods: optionalListOf(authMethodSchema),
  _meta: meta,
});

export type AuthMethod = z.infer<typeof authMethodSchema>;

export type Initialized = z.infer<typeof initializedSchema>;
