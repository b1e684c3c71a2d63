import { z } from 'zod';
import { formSchema } from '../forms/form.ts';
import { messageIdSchema, toolCallIdSchema } from '../ids.ts';
import { permissionSchema } from '../permissions/permission.ts';
import { pendingActionSchema } from '../previews/pending-action.ts';
import { previewDraftSchema } from '../previews/preview-draft.ts';
import { draftSchema, questionSchema, settlementSchema } from '../questions/questions.ts';
import { attachmentSchema, imageAttachmentSchema } from './attachment.ts';
import { callWorkSchema } from './call-work.ts';
import { commandRunSchema } from './command-run.ts';
import { requestNoteSchema } from './request-note.ts';

/**
 * The reason for which a change of a file can't be undone: above 50 MB, a link, only its mode bits, changed by
 * somebody else in the middle of the turn, while a command of another turn ran too, longer ago than its content
 * is kept, or never kept: ignored by git before or after, a file with secrets, a repository within the folder.
 * Folders are named with a slash at their end.
 */
export const keptReasonSchema = z.enum([
  'large',
  'link',
  'mode',
  'mixed',
  'shared',
  'old',
  'ignored',
  'secret',
  'repository',
]);

/**
 * The reason for which the changes of a command, or of an external agent's turn, are not known: there is no git, too
 * many files, a command in the background, the end of Parley, or a failure of git or the disk.
 */
export const unseenReasonSchema = z.enum(['no-git', 'too-many', 'background', 'cut-off', 'failed']);

/** `alsoChanged` where the file changed during the turn, and nothing tells that the agent of the turn did that. */
const changedFileSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  added: z.number(),
  removed: z.number(),
  kept: keptReasonSchema.optional(),
  alsoChanged: z.literal(true).optional(),
});

/** `left` are the files that stayed as they are, for they were changed since. */
const turnUndoSchema = z.lazy(() =>
  z.object({ at: z.number(), undone: z.array(z.string()), left: z.array(z.string()) }),
);

/**
 * The changes that are left of one turn, each file once, from its state before the turn to its state after it.
 * `ranCommands` where commands were looked at, `wholeTurn` where all of an external agent's turn was, `unseen` where
 * some of that could not be, `background` where what the agent did since its last turn is among the changes.
 */
export const turnChangesSchema = z.object({
  files: z.array(changedFileSchema),
  ranCommands: z.boolean(),
  wholeTurn: z.literal(true).optional(),
  background: z.literal(true).optional(),
  unseen: z.array(unseenReasonSchema),
  undo: turnUndoSchema.nullable(),
});

export type KeptReason = z.infer<typeof keptReasonSchema>;
export type UnseenReason = z.infer<typeof unseenReasonSchema>;
export type TurnChanges = z.infer<typeof turnChangesSchema>;
export type ChangedFile = TurnChanges['files'][number];

/**
 * The countdown of an ask: at `deadline` (milliseconds since 1970) the timeout answers it; null where
 * none runs. `stopped` once somebody has touched the card; it never runs again then.
 */
export const countdownSchema = z.object({ deadline: z.number().nullable(), stopped: z.boolean() });

/**
 * State of an asker from outside the chat: it waits for the answer, it is gone and the answer will be
 * kept, or it has been told.
 */
export const presenceSchema = z.enum(['waiting', 'gone', 'told']);

/** One ask as its card shows it; it waits while `settlement` is null. `presence` where an outside asker asks. */
export const askSchema = z.object({
  asker: z.string(),
  questions: z.array(questionSchema),
  draft: draftSchema,
  openedAt: z.number(),
  timeout: countdownSchema,
  settlement: settlementSchema.nullable(),
  presence: presenceSchema.optional(),
});

/**
 * The reason for which a call was refused before it did anything: its questions were incomplete, its tool
 * belongs to the other mode or is none of the chat's; or it is a command that was wrong, or is none that runs
 * here.
 */
const refusalSchema = z.enum(['incomplete', 'mode', 'no-tool', 'command', 'not-run']);

/** Result of a tool; `text` is what its model reads, `display` what the chat shows of it; `images` are kept with its message. */
export const toolResultSchema = z.object({
  ok: z.boolean(),
  text: z.string(),
  display: z.string().optional(),
  refusal: refusalSchema.optional(),
  images: z.array(imageAttachmentSchema).optional(),
});

/** The time from the beginning of a part to its end, in milliseconds since 1970. */
export const partSpanSchema = z.object({ startedAt: z.number(), endedAt: z.number() });

/** A part has its `span` once it is complete, unless it ended with the process or comes from an older Parley. */
const spanned = { span: partSpanSchema.optional() };

const textPartSchema = z.object({ type: z.literal('text'), text: z.string(), ...spanned });

const reasoningPartSchema = z.object({ type: z.literal('reasoning'), text: z.string(), ...spanned });

/**
 * A summary that the agent reads in place of everything before the messages it was to keep, in a message of its
 * own; `decisions` are what the person decided there, word for word.
 */
const summaryPartSchema = z.object({
  type: z.literal('summary'),
  text: z.string(),
  decisions: z.array(z.string()),
});

/**
 * One call of a tool. It runs while `result` is null; `permission` is the last that it asked for, `forms` are all
 * that it asks a person to fill in or open, oldest first.
 */
const anyCall = {
  type: z.literal('tool'),
  toolCallId: toolCallIdSchema,
  toolName: z.string(),
  input: z.unknown(),
  result: toolResultSchema.nullable(),
  ...spanned,
  permission: permissionSchema.optional(),
  forms: z.array(formSchema).optional(),
  /** Given by agents that bring tools of their own. */
  work: callWorkSchema.optional(),
};

/** A call that does its work without a card. */
const plainPartSchema = z.object({ kind: z.literal('plain'), ...anyCall });

/** A call that asks the person, by its input or as a command line; `ask` is null until it does. */
const questionPartSchema = z.object({
  kind: z.enum(['question', 'command']),
  ...anyCall,
  ask: askSchema.nullable(),
});

/**
 * A call that may stage a change, as `resolve` alone does with a plan; `action` is what it staged, on the
 * first of the calls that joined into it.
 * `presence` where an outside asker wants it reviewed; `unsent` is what the person had entered on its card
 * when the window began to watch.
 */
const previewPartSchema = z.object({
  kind: z.literal('preview'),
  ...anyCall,
  action: pendingActionSchema.optional(),
  presence: presenceSchema.optional(),
  unsent: previewDraftSchema.optional(),
});

/** A call that runs a command; `run` is null until it starts. */
const runPartSchema = z.object({ kind: z.literal('run'), ...anyCall, run: commandRunSchema.nullable() });

const toolPartSchema = z.discriminatedUnion('kind', [
  plainPartSchema,
  questionPartSchema,
  previewPartSchema,
  runPartSchema,
]);

/** The kind of part that a call of a tool is. */
export const toolKindSchema = z.enum(['plain', 'question', 'command', 'preview', 'run']);

export const partSchema = z.discriminatedUnion('type', [
  textPartSchema,
  reasoningPartSchema,
  toolPartSchema,
  summaryPartSchema,
]);

const ofEachMessage = { id: messageIdSchema, createdAt: z.number() };

/** The origin of a slash command, such as a file of the folder, and what the agent is told in its place. */
export const messageCommandSchema = z.object({ source: z.string(), text: z.string() });

/**
 * A person's message; `queued` until the agent's next request carries it. `mentions` are the paths in
 * its text that named files of the folder when it was sent; `notes` are about what came before it.
 */
const userMessageSchema = z.lazy(() =>
  z.object({
    role: z.literal('user'),
    ...ofEachMessage,
    text: z.string(),
    queued: z.boolean(),
    mentions: z.array(z.string()),
    attachments: z.array(attachmentSchema),
    /** The command that the message is, where it stands for another text. */
    command: messageCommandSchema.optional(),
    /** All versions of a message that was sent again, this one among them, in their order; each begins a branch. */
    versions: z.array(messageIdSchema).optional(),
    notes: z.array(requestNoteSchema).optional(),
  }),
);

/** `changes` are those of the files in its turn, where there are any; `notes` are about the requests for it. */
const agentMessageSchema = z.object({
  role: z.literal('agent'),
  ...ofEachMessage,
  parts: z.array(partSchema),
  changes: turnChangesSchema.optional(),
  notes: z.array(requestNoteSchema).optional(),
});

/** Message of an asker from outside: its one call. The chat's own agent never reads it. */
const outsideMessageSchema = z.object({
  role: z.literal('outside'),
  ...ofEachMessage,
  parts: z.array(partSchema),
});

export const messageSchema = z.discriminatedUnion('role', [
  userMessageSchema,
  agentMessageSchema,
  outsideMessageSchema,
]);

/** One step of the list that an agent keeps of its work. */
export const progressItemSchema = z.object({
  text: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
});

/**
 * The message to before which a chat went back, by its text and the copies of its attachments that are in the field
 * again, how many files are as they were then, and the paths of those that changed since and stayed.
 */
const rewoundSchema = z.object({
  id: z.number().int(),
  messageId: messageIdSchema,
  text: z.string(),
  attached: z.array(attachmentSchema),
  files: z.number().int(),
  stayed: z.array(z.string()),
});

/**
 * The loaded end of a chat, oldest message first; `hasEarlier` when more lies before it. `progress` is the
 * list of steps that its agent keeps, where there is one; `rewound` where the chat went back and has not gone on.
 */
export const transcriptSchema: z.ZodType<Transcript> = z.object({
  messages: z.array(messageSchema),
  hasEarlier: z.boolean(),
  progress: z.array(progressItemSchema).optional(),
  rewound: rewoundSchema.optional(),
});

export type Countdown = z.infer<typeof countdownSchema>;
export type Presence = z.infer<typeof presenceSchema>;
export type Ask = z.infer<typeof askSchema>;
export type PartSpan = z.infer<typeof partSpanSchema>;
export type Refusal = z.infer<typeof refusalSchema>;
export type ToolPart = z.infer<typeof toolPartSchema>;
export type ToolKind = ToolPart['kind'];
export type QuestionPart = z.infer<typeof questionPartSchema>;
export type StagingPart = z.infer<typeof previewPartSchema>;
export type RunPart = z.infer<typeof runPartSchema>;
export type SummaryPart = z.infer<typeof summaryPartSchema>;
export type Part = z.infer<typeof partSchema>;
export type MessageCommand = z.infer<typeof messageCommandSchema>;
export type UserMessage = z.infer<typeof userMessageSchema>;
export type AgentMessage = z.infer<typeof agentMessageSchema>;
export type OutsideMessage = z.infer<typeof outsideMessageSchema>;
export type Message = z.infer<typeof messageSchema>;
export type Rewound = z.infer<typeof rewoundSchema>;
export type ProgressItem = z.infer<typeof progressItemSchema>;
/** Named, so that the types of the contract, which carry it twice, stay short. */
export interface Transcript {
  messages: Message[];
  hasEarlier: boolean;
  progress?: ProgressItem[] | undefined;
  rewound?: Rewound | undefined;
}
