import { z } from 'zod';

/** The preview of a call's result: Markdown, or files with their text before and after; null is no file. */
const shownSchema = z.union([
  z.object({ markdown: z.string().min(1).max(50_000) }),
  z.object({
    files: z
      .array(
        z.object({ path: z.string().min(1), before: z.string().nullable(), after: z.string().nullable() }),
      )
      .min(1)
      .max(50),
  }),
]);

const stagedSchema = z.object({
  label: z.string().min(1).max(200),
  preview: shownSchema,
  /** Stored with the result, never sent to the model. */
  details: z.unknown().optional(),
});

const toolSchema = z.object({
  file: z.string(),
  /** Number of its file among those that the process was given, from 0 on. */
  place: z.int(),
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  readOnly: z.boolean(),
});

/** The messages of the process of a chat's tools; `id` is that of the request it is about. */
export const hostMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('loaded'),
    tools: z.array(toolSchema),
    problems: z.array(z.object({ file: z.string(), place: z.int(), problem: z.string() })),
  }),
  stagedSchema.extend({
    type: z.literal('staged'),
    id: z.number(),
    applies: z.boolean(),
    rejects: z.boolean(),
  }),
  z.object({ type: z.literal('result'), id: z.number(), ok: z.boolean(), text: z.string() }),
]);

/** The person's decision about what the call `of` staged, and what the model said with it. */
type Decide = {
  type: 'decide';
  id: number;
  of: number;
  decision: 'apply' | 'reject';
  reason: string;
  extra: Record<string, unknown> | undefined;
};

/** The requests to the process. */
export type HostRequest =
  | { type: 'call'; id: number; tool: string; input: unknown }
  | { type: 'cancel'; id: number }
  | Decide;

type Message = z.infer<typeof hostMessageSchema>;
type Listed = Omit<z.infer<typeof toolSchema>, 'parameters'> & { parameters: unknown };

/** A message as the process writes it: what a tool says of its parameters is checked by who reads it. */
export type HostMessage =
  | Exclude<Message, { type: 'loaded' }>
  | (Omit<Extract<Message, { type: 'loaded' }>, 'tools'> & { tools: Listed[] });

export type StagedPreview = Omit<z.infer<typeof stagedSchema>, 'details'> & { details?: unknown };
export type StagedMessage = Extract<Message, { type: 'staged' }>;
export type ReceivedMessage = Message;
export type ListedTool = z.infer<typeof toolSchema>;
export type Loaded = Pick<Extract<Message, { type: 'loaded' }>, 'tools' | 'problems'>;
