import { z } from 'zod';
import { listOf, meta, optionalListOf, text } from './lenient-fields.schema.ts';

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
export const toolCallSchema = z.looseObject({
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
export const configOptionSchema = z.looseObject({
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
export const updateSchema = z.looseObject({
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
