import { z } from 'zod';
import { callWorkSchema } from './call-work.ts';
import { commandRunSchema } from './command-run.ts';
import { formSchema } from '../forms/form.ts';
import { messageIdSchema, toolCallIdSchema } from '../ids.ts';
import { permissionSchema } from '../permissions/permission.ts';
import { pendingActionSchema } from '../previews/pending-action.ts';
import { requestNoteSchema } from './request-note.ts';
import {
  askSchema,
  countdownSchema,
  messageSchema,
  partSchema,
  partSpanSchema,
  presenceSchema,
  progressItemSchema,
  toolKindSchema,
  toolResultSchema,
  transcriptSchema,
  turnChangesSchema,
} from './transcript.ts';
import { settlementSchema } from '../questions/questions.ts';

const ofMessage = { messageId: messageIdSchema };
const ofCall = { ...ofMessage, toolCallId: toolCallIdSchema };

/** Everything that can happen to one chat, in the order it happened. `part` counts from 0. */
export const transcriptEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message-added'), message: messageSchema }),
  /** The person went back to a message: this one takes its place and that of all after it. */
  z.object({ type: z.literal('messages-replaced'), from: messageIdSchema, message: messageSchema }),
  /** Another branch is shown, or one that was led elsewhere: this is its end. */
  z.object({ type: z.literal('branch-shown'), transcript: transcriptSchema }),
  z.object({ type: z.literal('message-delivered'), ...ofMessage }),
  /** The person took a queued message back. */
  z.object({ type: z.literal('message-withdrawn'), ...ofMessage }),
  /** The person wrote another text into a summary. */
  z.object({ type: z.literal('summary-edited'), ...ofMessage, text: z.string() }),
  z.object({ type: z.literal('part-added'), ...ofMessage, part: partSchema }),
  z.object({ type: z.literal('text-appended'), ...ofMessage, part: z.number().int(), text: z.string() }),
  /** A text turned out to be a thought. */
  z.object({ type: z.literal('text-was-thought'), ...ofMessage, part: z.number().int() }),
  /** A text or thought is complete. */
  z.object({ type: z.literal('part-ended'), ...ofMessage, part: z.number().int(), span: partSpanSchema }),
  /** A call turned out to be of another kind, or says more of its work than before. */
  z.object({
    type: z.literal('call-changed'),
    ...ofCall,
    kind: toolKindSchema,
    input: z.unknown(),
    work: callWorkSchema,
  }),
  z.object({ type: z.literal('ask-opened'), ...ofCall, ask: askSchema }),
  z.object({ type: z.literal('ask-timeout-changed'), ...ofCall, timeout: countdownSchema }),
  /** An outside asker went, came back, or got its answer. */
  z.object({ type: z.literal('asker-presence-changed'), ...ofCall, presence: presenceSchema }),
  z.object({ type: z.literal('ask-settled'), ...ofCall, settlement: settlementSchema }),
  /** A change was staged, or what was staged stands differently now. */
  z.object({ type: z.literal('action-changed'), ...ofCall, action: pendingActionSchema }),
  /** A command was started, or has ended. */
  z.object({ type: z.literal('run-changed'), ...ofCall, run: commandRunSchema }),
  /** A call asks for permission, or its permission stands differently now. */
  z.object({ type: z.literal('permission-changed'), ...ofCall, permission: permissionSchema }),
  /** A call asks with a form or link, or one of its stands differently now. */
  z.object({ type: z.literal('form-changed'), ...ofCall, form: formSchema }),
  z.object({
    type: z.literal('tool-settled'),
    ...ofCall,
    result: toolResultSchema,
    span: partSpanSchema.optional(),
  }),
  /** A turn changed files, or what of that is left is another by now. */
  z.object({ type: z.literal('turn-changed'), ...ofMessage, changes: turnChangesSchema }),
  /** A request for an answer went without something. */
  z.object({ type: z.literal('request-noted'), ...ofMessage, notes: z.array(requestNoteSchema) }),
  /** The agent gave a new list of its steps; an empty one takes the list away. */
  z.object({ type: z.literal('progress-changed'), items: z.array(progressItemSchema) }),
]);

export type TranscriptEvent = z.infer<typeof transcriptEventSchema>;
