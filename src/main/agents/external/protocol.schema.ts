import { z } from 'zod';

/**
 * Reads what agents send, as far as Parley shows it. Unlike the SDK's own schemas these keep fields that the
 * protocol does not name, for agents say much in them; a field of another form than expected counts as left out.
 */
const text = z.string().optional().catch(undefined);

const flag = z.boolean().optional().catch(undefined);

const words = z.array(z.string()).optional().catch(undefined);

const record = z.record(z.string(), z.unknown());

const meta = record.optional().catch(undefined);

/** Reads each item of an array by itself, and leaves out those that can't be read. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((one): z.infer<Item>[] => {
      const read = item.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
}

const optionalListOf = <Item extends z.ZodType>(item: Item) => listOf(item).optional().catch(undefined);

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
      auth: record.nullish().catch(null),
      _meta: meta,
    })
    .nullish()
    .catch(null),
  authMethods: optionalListOf(authMethodSchema),
  _meta: meta,
});

export type AuthMethod = z.infer<typeof authMethodSchema>;

export type Initialized = z.infer<typeof initializedSchema>;

const choiceSchema = z.looseObject({ const: z.string(), title: text, description: text, _meta: meta });

/** A field of a form; `const` and `enum` are the four ways in which choices are told. */
const formFieldSchema = z.looseObject({
  type: text,
  title: text,
  description: text,
  enum: words,
  enumNames: words,
  oneOf: optionalListOf(choiceSchema),
  items: z
    .looseObject({
      enum: words,
      enumNames: words,
      anyOf: optionalListOf(choiceSchema),
      oneOf: optionalListOf(choiceSchema),
    })
    .optional()
    .catch(undefined),
  _meta: meta,
});

/** A request to have a form filled in, or an address opened. */
export const elicitationSchema = z.looseObject({
  sessionId: text,
  toolCallId: text,
  message: z.string().catch(''),
  mode: z.string().catch('form'),
  url: text,
  elicitationId: text,
  requestedSchema: z
    .looseObject({
      properties: z.record(z.string(), formFieldSchema).catch({}),
      required: words,
    })
    .optional()
    .catch(undefined),
  _meta: meta,
});

export type FormField = z.infer<typeof formFieldSchema>;

export type Elicitation = z.infer<typeof elicitationSchema>;

/** A piece of content of any type: what it says is read where it is shown. */
export const contentBlockSchema = z.looseObject({
  type: z.string(),
  text,
  uri: text,
  name: text,
  mimeType: text,
  resource: z.looseObject({ uri: text, text }).optional().catch(undefined),
});

const toolContentSchema = z.looseObject({
  type: z.string(),
  content: contentBlockSchema.optional().catch(undefined),
  path: text,
  oldText: z.string().nullish().catch(null),
  newText: text,
  terminalId: text,
});

/** A tool call, whole or what is new of it: what is absent or null stays as it was. */
const toolCallSchema = z.looseObject({
  toolCallId: z.string(),
  title: text,
  name: text,
  kind: text,
  status: text,
  content: optionalListOf(toolContentSchema),
  locations: optionalListOf(z.looseObject({ path: z.string(), line: z.number().nullish().catch(null) })),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  _meta: meta,
});

const selectOptionSchema = z.looseObject({ value: z.string(), name: text, description: text });

/** Choices may stand in groups. */
const groupSchema = z.object({ options: z.array(selectOptionSchema) }).transform(({ options }) => options);

/** A setting of a session that the agent lets its client choose. */
const configOptionSchema = z.looseObject({
  id: z.string(),
  name: text,
  description: text,
  category: text,
  type: z.string(),
  currentValue: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  options: listOf(z.union([groupSchema, selectOptionSchema.transform((one) => [one])]))
    .transform((all) => all.flat())
    .optional()
    .catch(undefined),
});

const modesSchema = z.looseObject({
  currentModeId: z.string(),
  availableModes: listOf(z.looseObject({ id: z.string(), name: text, description: text })),
});

/** The answer to the beginning of a session, new or resumed. */
export const sessionSchema = z.looseObject({
  sessionId: text,
  modes: modesSchema.nullish().catch(null),
  configOptions: optionalListOf(configOptionSchema),
});

/** A page of the sessions that an agent keeps; one without an id can't be opened. */
export const sessionListSchema = z.looseObject({
  sessions: listOf(
    z.looseObject({ sessionId: z.string().min(1), cwd: text, title: text, updatedAt: text }),
  ).catch([]),
  nextCursor: text,
});

const planEntrySchema = z.looseObject({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']).catch('pending'),
});

const commandSchema = z.looseObject({
  name: z.string(),
  description: text,
  input: z.looseObject({ hint: text }).nullish().catch(null),
});

/** One update of a session; what is in it depends on its name, and one of an unknown name is shown by that. */
const updateSchema = z.looseObject({
  sessionUpdate: z.string(),
  content: z.unknown().optional(),
  messageId: text,
  entries: optionalListOf(planEntrySchema),
  currentModeId: text,
  configOptions: optionalListOf(configOptionSchema),
  availableCommands: optionalListOf(commandSchema),
  title: text,
  used: z.number().optional().catch(undefined),
  size: z.number().optional().catch(undefined),
  cost: z.looseObject({ amount: z.number(), currency: text }).nullish().catch(null),
  severity: text,
  description: text,
  compactionId: text,
  status: text,
  summary: z.unknown().optional(),
  error: z.string().nullish().catch(undefined),
  sessionId: text,
  state: z
    .looseObject({
      state: z.string(),
      stopReason: text,
      error: z.looseObject({ message: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  senderSessionId: z.string().nullish().catch(null),
  recipientSessionId: z.string().nullish().catch(null),
  _meta: meta,
});

export const notificationSchema = z.looseObject({ sessionId: z.string(), update: updateSchema });

/** A way to answer a request for permission: its id and its words are the meaning, `kind` is a hint. */
const permissionOptionSchema = z.looseObject({ optionId: z.string().min(1), name: text, kind: text });

/** Leaves out ways to answer that share an id: a no by it could be read as a yes. */
function toldApart(options: z.infer<typeof permissionOptionSchema>[]) {
  return options.filter((one) => !options.some((other) => other !== one && other.optionId === one.optionId));
}

export const permissionRequestSchema = z.looseObject({
  sessionId: z.string(),
  toolCall: toolCallSchema,
  options: listOf(permissionOptionSchema).transform(toldApart),
});

export type ContentBlock = z.infer<typeof contentBlockSchema>;
export type AgentToolCall = z.infer<typeof toolCallSchema>;
export type ConfigOption = z.infer<typeof configOptionSchema>;
export type SessionAnswer = z.infer<typeof sessionSchema>;
export type SessionUpdate = z.infer<typeof updateSchema>;
export type PermissionAsked = z.infer<typeof permissionRequestSchema>;

/** Returns the call in a notification about one; undefined where there is none. */
export function toolCallIn(params: unknown): AgentToolCall | undefined {
  return z.looseObject({ update: toolCallSchema }).safeParse(params).data?.update;
}

/** A block of a prompt. */
export type PromptBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; text: string; mimeType?: string } }
  | { type: 'resource_link'; uri: string; name: string };
