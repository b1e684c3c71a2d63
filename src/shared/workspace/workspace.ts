import { z } from 'zod';
import { waitingAskedBySchema } from '../askers/asked-by.ts';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { permissionSubjectTypeSchema } from '../permissions/permission.ts';
import { approvalsSchema } from '../previews/decision.ts';
import { previewKindSchema } from '../previews/preview.ts';
import { chatWorktreeSchema } from '../worktrees/chat-worktree.ts';
import { agentWaitSchema } from './agent-wait.ts';
import { turnStateSchema } from './turn-state.ts';

/**
 * What can wait for a person: the agent's questions, edits, a plan, a permission, a form or link; anything of an
 * outside asker.
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

/** How much a model thinks before it answers, if it does so on request. */
export const thinkingSchema = z.enum(['off', 'low', 'medium', 'high']);

/** As the providers counted them. */
const usageSchema = z.object({ input: z.number(), output: z.number() });

/** In dollars, without `unpriced` tokens, whose price is unknown. */
const costSchema = z.object({ dollars: z.number(), unpriced: z.number() });

/** A waiting question of an outside asker; `prompt` is the start of its first question. */
export const waitingAskerSchema = z.object({
  toolCallId: toolCallIdSchema,
  asker: z.string(),
  prompt: z.string(),
});

/**
 * A call that waits in a chat, since a time in milliseconds since 1970. `asker` is null where the call does not name who
 * asks, `count` the number of questions or files, `words` the start of the first question,
 * the label of the change, what permission is asked for, or the message of the form or link.
 */
export const waitingCallSchema = z.lazy(() =>
  z.object({
    toolCallId: toolCallIdSchema,
    what: z.enum(['question', ...previewKindSchema.options, 'permission', 'form', 'link']),
    /** The type of a permission's subject; null for anything else. */
    subject: permissionSubjectTypeSchema.nullable(),
    since: z.number(),
    asker: z.string().nullable(),
    askedBy: waitingAskedBySchema,
    count: z.number().int(),
    words: z.string(),
  }),
);

/** A background command; `messageId` is where its card is. */
const backgroundCommandSchema = z.object({
  toolCallId: toolCallIdSchema,
  messageId: messageIdSchema,
  line: z.string(),
  startedAt: z.number(),
});

/** Calls that go on; of `unreported` ones among them nobody says when they are over. */
const backgroundCountSchema = z.object({ running: z.number().int(), unreported: z.number().int() });

export type BackgroundCount = z.infer<typeof backgroundCountSchema>;

/** The agent of a chat: `id` is `guide`, `<provider>/<model>` or `acp/<agent>`; the rest is for display. */
const chatAgentSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    model: z.string(),
    seesImages: z.boolean(),
    /** The model's window in tokens; null where unknown. */
    contextWindow: z.number().nullable(),
    /** True when its model thinks on request. */
    thinks: z.boolean(),
    /** True when it works in Parley's own loop, with its tools, previews and summaries. */
    inLoop: z.boolean(),
    /** True when it has a mode that changes nothing. */
    plans: z.boolean(),
    /** True for an external agent that makes room in its context at `/compact`. */
    compacts: z.boolean().optional(),
    /** True when it takes a message into a running turn. */
    steers: z.boolean().optional(),
    /** Calls for whose cards it does not wait until they are decided; missing for Parley's own loop. */
    waits: z.array(z.object({ toolCallId: toolCallIdSchema, wait: agentWaitSchema })).optional(),
    /** The folders that the person added to the chat's own; missing for an agent that takes none. */
    folders: z.array(z.string()).optional(),
    /** What an external agent goes on with between its turns; missing for none. */
    background: backgroundCountSchema.optional(),
    /** True where it acts without asking. */
    byItself: z.boolean().optional(),
  }),
);

/**
 * A chat for the list. `waiting` counts its open asks and undecided previews, `waitingFor` has their kinds,
 * `firstMessage` is the start of the person's first message. `unread`: its agent asked or finished while no
 * window had it open.
 */
export const workspaceSchema = z.lazy(() =>
  z.object({
    id: workspaceIdSchema,
    name: z.string(),
    folder: z.string(),
    /** Null for a chat that works in its folder itself. */
    worktree: chatWorktreeSchema.nullable(),
    mode: modeSchema,
    agent: chatAgentSchema,
    thinking: thinkingSchema,
    /** The fixed dialect; null for automatic. */
    dialect: dialectIdSchema.nullable(),
    approvals: approvalsSchema,
    turn: turnStateSchema,
    waiting: z.number().int(),
    waitingFor: z.array(waitingKindSchema),
    /** What has waited longest in the chat, and what else waits there, the oldest of it first. */
    firstWaiting: waitingCallSchema.nullable(),
    alsoWaiting: z.array(waitingCallSchema),
    /** The latest outside asker that waits; null for none. */
    outsideAsker: z.string().nullable(),
    /** Waiting outside askers that can be answered by typing, also where the card is not loaded; oldest first. */
    outsideAsks: z.array(waitingAskerSchema),
    /** The title of the chat's newest plan; null for none. */
    plan: z.string().nullable(),
    /** Its background commands, oldest first. */
    commands: z.array(backgroundCommandSchema),
    firstMessage: z.string(),
    unread: z.boolean(),
    archived: z.boolean(),
    pinned: z.boolean(),
    /** Usage of the newest turn and of the whole chat; `context` is what the newest model call carried. */
    usage: z.object({
      turn: usageSchema,
      chat: usageSchema,
      context: z.number(),
      /** The tokens of the chat's input that came from a provider's cache, where any did. */
      cached: z.number().optional(),
      cost: costSchema,
    }),
    createdAt: z.number(),
    updatedAt: z.number(),
  }),
);

export type BackgroundCommand = z.infer<typeof backgroundCommandSchema>;

export type WaitingCall = z.infer<typeof waitingCallSchema>;

export type WaitingKind = z.infer<typeof waitingKindSchema>;

export type Thinking = z.infer<typeof thinkingSchema>;

export type Mode = z.infer<typeof modeSchema>;

export type Usage = z.infer<typeof usageSchema>;

export type Workspace = z.infer<typeof workspaceSchema>;

/** `shown` is the path with `~` for the home, `changedAt` in milliseconds since 1970. */
export const recentFolderSchema = z.object({ folder: z.string(), shown: z.string(), changedAt: z.number() });

export type RecentFolder = z.infer<typeof recentFolderSchema>;
