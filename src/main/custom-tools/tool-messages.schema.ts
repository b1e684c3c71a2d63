import { z } from 'zod';

/** A preview: Markdown, or files with their text before and after; null for no file. */
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
  /** The index of its file among those that the process was given. */
  place: z.int(),
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  readOnly: z.boolean(),
});

/** Messages of a tool process; `id` is that of the request. */
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

/** The person's decision about what the call `of` staged, and the model's arguments. */
type Decide = {
  type: 'decide';
  id: number;
  of: number;
  decision: 'apply' | 'reject';
  reason: string;
  extra: Record<string, unknown> | undefined;
};

/** Requests to a tool process. */
export type HostRequest =
  | { type: 'call'; id: number; tool: string; input: unknown }
  | { type: 'cancel'; id: number }
  | Decide;

type Message = z.infer<typeof hostMessageSchema>;
type Listed = Omit<z.infer<typeof toolSchema>, 'parameters'> & { parameters: unknown };

/** A message as the process writes it; the reader validates the parameters that a tool declares. */
export type HostMessage =
  | Exclude<Message, { type: 'loaded' }>
  | (Omit<Extract<Message, { type: 'loaded' }>, 'tools'> & { tools: Listed[] });

export type StagedPreview = Omit<z.infer<typeof stagedSchema>, 'details'> & { details?: unknown };
export type StagedMessage = Extract<Message, { type: 'staged' }>;
export type ReceivedMessage = Message;
export type ListedTool = z.infer<typeof toolSchema>;
export type Loaded = Pick<Extract<Message, { type: 'loaded' }>, 'tools' | 'problems'>;
