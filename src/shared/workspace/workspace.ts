import { z } from 'zod';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { permissionSubjectTypeSchema } from '../permissions/permission.ts';
import { approvalsSchema } from '../previews/decision.ts';
import { previewKindSchema } from '../previews/preview.ts';
import { turnStateSchema } from './turn-state.ts';

/**
 * Kinds of things that wait for a person: the agent's questions, staged changes of files, a plan, something it
 * asks permission for, a form or link of its or of a server; anything that somebody outside asks.
 */
export const waitingKindSchema = z.enum([
  'question',
  ...previewKindSchema.options,
  'permission',
  'form',
  'outside',
]);

/** `plan` looks and asks; `exec` may change files. */
export const modeSchema = z.enum(['plan', 'exec']);

/** The amount a model thinks before it answers, where it does so on request. */
export const thinkingSchema = z.enum(['off', 'low', 'medium', 'high']);

/** Tokens that models read and wrote, as their providers counted them. */
const usageSchema = z.object({ input: z.number(), output: z.number() });

/** The cost of a chat in dollars, without `unpriced` tokens, whose price is not known. */
const costSchema = z.object({ dollars: z.number(), unpriced: z.number() });

/** A question card of an asker from outside that waits; `prompt` is the start of its first question. */
export const waitingAskerSchema = z.object({
  toolCallId: toolCallIdSchema,
  asker: z.string(),
  prompt: z.string(),
});

/**
 * The item that has waited longest for the person in a chat, since a time in milliseconds since 1970. `asker` is null for
 * the chat's own agent, `count` the number of questions or files, `words` the start of the first question,
 * the label of the change, what permission is asked for, or the message of the form or link.
 */
export const firstWaitingSchema = z.lazy(() =>
  z.object({
    toolCallId: toolCallIdSchema,
    what: z.enum(['question', ...previewKindSchema.options, 'permission', 'form', 'link']),
    /** The type of a permission's subject; null for anything else. */
    subject: permissionSubjectTypeSchema.nullable(),
    since: z.number(),
    asker: z.string().nullable(),
    count: z.number().int(),
    words: z.string(),
  }),
);

/** A command that runs in the background of a chat; `messageId` is where its card stands. */
const backgroundCommandSchema = z.object({
  toolCallId: toolCallIdSchema,
  messageId: messageIdSchema,
  line: z.string(),
  startedAt: z.number(),
});

/**
 * A folder and one chat about it, as a list shows it; `waiting` counts its open asks and undecided previews,
 * `waitingFor` says of which kinds they are, `firstMessage` is the start of what the person wrote first, in one line. `unread`: its agent asked or finished
 * while no window had it open.
 */
export const workspaceSchema = z.lazy(() =>
  z.object({
    id: workspaceIdSchema,
    name: z.string(),
    folder: z.string(),
    mode: modeSchema,
    /** `id` is `guide`, `<provider>/<model>` or `acp/<agent>`; the rest is for people. */
    agent: z.object({
      id: z.string(),
      name: z.string(),
      model: z.string(),
      seesImages: z.boolean(),
      /** The most tokens that its model reads; null where that is not known. */
      contextWindow: z.number().nullable(),
      /** True when its model thinks on request. */
      thinks: z.boolean(),
      /** True when it works in Parley's own loop, with its tools, its previews and its summaries. */
      inLoop: z.boolean(),
      /** True when it can plan without changing anything. */
      plans: z.boolean(),
      /** True when it takes a message into a turn that runs. */
      steers: z.boolean().optional(),
      /** The calls whose cards may wait though nobody would hear at once; left out for Parley's own loop. */
      orphanedCalls: z.array(toolCallIdSchema).optional(),
      /** True where it does not ask before it acts. */
      byItself: z.boolean().optional(),
    }),
    thinking: thinkingSchema,
    /** The dialect its agent asks in, where it is fixed; null where the agent decides. */
    dialect: dialectIdSchema.nullable(),
    approvals: approvalsSchema,
    turn: turnStateSchema,
    waiting: z.number().int(),
    waitingFor: z.array(waitingKindSchema),
    firstWaiting: firstWaitingSchema.nullable(),
    /** Who asked last of the outside askers that wait; null where none does. */
    outsideAsker: z.string().nullable(),
    /** Everyone outside who waits for an answer that can be typed, also where the card is not loaded; oldest first. */
    outsideAsks: z.array(waitingAskerSchema),
    /** The title of the chat's newest plan; null where it has none. */
    plan: z.string().nullable(),
    /** The commands that run in its background now, the oldest first. */
    commands: z.array(backgroundCommandSchema),
    firstMessage: z.string(),
    unread: z.boolean(),
    archived: z.boolean(),
    pinned: z.boolean(),
    /** Usage of the newest turn and of the whole chat; `context` is what the newest model call carried. */
    usage: z.object({ turn: usageSchema, chat: usageSchema, context: z.number(), cost: costSchema }),
    createdAt: z.number(),
    updatedAt: z.number(),
  }),
);

export type BackgroundCommand = z.infer<typeof backgroundCommandSchema>;

export type WaitingKind = z.infer<typeof waitingKindSchema>;

export type Thinking = z.infer<typeof thinkingSchema>;

export type Mode = z.infer<typeof modeSchema>;

export type Usage = z.infer<typeof usageSchema>;

export type Workspace = z.infer<typeof workspaceSchema>;

/**
 * A folder that a first chat may be about; `shown` is its path with `~` for the person's home, `changedAt` in
 * milliseconds since 1970.
 */
export const recentFolderSchema = z.object({ folder: z.string(), shown: z.string(), changedAt: z.number() });

export type RecentFolder = z.infer<typeof recentFolderSchema>;
