import { z } from 'zod';

const about = {
  id: z.string(),
  name: z.string(),
  about: z.string().nullable(),
  category: z.enum(['mode', 'model', 'thinking', 'other']),
};

/** A choice of an option; `byItself` of a mode in which its agent does not ask before it acts. */
const optionChoiceSchema = z.object({
  value: z.string(),
  name: z.string(),
  about: z.string().nullable(),
  byItself: z.boolean(),
});

/** A setting that a hosted agent has for a chat, in its own words. */
export const agentOptionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('choice'), ...about, value: z.string(), choices: z.array(optionChoiceSchema) }),
  z.object({ type: z.literal('switch'), ...about, value: z.boolean() }),
]);

/** A command that a hosted agent takes at the beginning of a message; `argument` is what may follow it. */
export const agentCommandSchema = z.object({
  name: z.string(),
  description: z.string(),
  argument: z.string().nullable(),
});

/**
 * What a hosted agent can be told in a chat. `known` is false until it ran in the chat's folder once; `problem` is
 * why it did not take the last choice.
 */
export const agentOptionsSchema = z.object({
  options: z.array(agentOptionSchema),
  known: z.boolean(),
  problem: z.string().nullable(),
});

export type AgentOption = z.infer<typeof agentOptionSchema>;
export type AgentCommand = z.infer<typeof agentCommandSchema>;
export type AgentOptions = z.infer<typeof agentOptionsSchema>;
