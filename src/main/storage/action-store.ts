import { z } from 'zod';
import {
  type ActionId,
  type CallKey,
  type MessageId,
  messageIdSchema,
  toolCallIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { conflictPickSchema, fileDropSchema } from '../../shared/previews/decision.ts';
import { meanwhileSchema } from '../../shared/previews/preview.ts';
import { everyProtection } from '../../shared/files/protected-files.ts';
import { type PendingAction, pendingActionSchema } from '../../shared/previews/pending-action.ts';
import type { PreviewKind, PreviewOf } from '../../shared/previews/preview-kind.ts';
import { presenceSchema, toolResultSchema } from '../../shared/transcript/transcript.ts';
import { type Database, inTransaction, jsonColumn } from './database.ts';

/**
 * One file of a change. `path` is relative to the workspace folder, a text is null where there is no file; `mode`
 * has the mode bits of the file before, `folders` the parent folders that did not exist.
 */
export const stagedFileSchema = z.lazy(() =>
  z.object({
    path: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    mode: z.number().optional(),
    folders: z.array(z.string()).optional(),
    marks: z.array(z.enum(everyProtection)).min(1).optional(),
    /** `before` and `after` are git's names of blobs that the snapshots have, not texts. */
    blobs: z.literal(true).optional(),
    /** The model may not read what is in it. */
    withheld: z.literal(true).optional(),
    /** The model's text, where the person made another of it. */
    proposed: z.string().optional(),
    /** Left out where the file is as it was when the change was made. */
    meanwhile: meanwhileSchema.optional(),
    /** The text of the worktree, where it is brought back from one. */
    brought: z.string().nullable().optional(),
    /** The change as it was made; `after` above is what it merges to on the file as it is now. */
    staged: z
      .object({
        before: z.string().nullable(),
        after: z.string().nullable(),
        proposed: z.string().optional(),
      })
      .optional(),
    /** Where merging failed; `start` counts lines of `after`, which has those of the file there. */
    conflicts: z
      .array(z.object({ start: z.number(), ours: z.array(z.string()), theirs: z.array(z.string()) }))
      .min(1)
      .optional(),
  }),
);

/**
 * What applying a preview of each kind does. A text is null where there is no file. `editedFrom` is the
 * fingerprint of the preview that the person edited, `drops` what they left out of it, `picks` the sides they
 * took at its conflicts, `dropped` the files of which nothing is applied. `proposed` is the model's plan where
 * the person changed it.
 */
const contentSchemas = {
  edit: z.object({
    type: z.literal('edit'),
    files: z.array(stagedFileSchema),
    dropped: z.array(stagedFileSchema).min(1).optional(),
    drops: z.array(fileDropSchema).optional(),
    picks: z.array(conflictPickSchema).optional(),
    editedFrom: z.string().optional(),
    /** The folder that it is about, where that is not the chat's, with its identity as in `KnownFolder`. */
    folder: z.object({ path: z.string(), identity: z.string().nullable() }).optional(),
  }),
  plan: z.object({
    type: z.literal('plan'),
    proposed: z.string().optional(),
    editedFrom: z.string().optional(),
  }),
  custom: z.object({ type: z.literal('custom') }),
} satisfies { [Kind in PreviewKind]: z.ZodType<{ type: Kind }> };

const contentSchema = z.lazy(() => z.union(Object.values(contentSchemas)));

/**
 * How far a preview is between the model and the person: the calls that made it, all in one step; the result of
 * the call of `resolve`; how often `resolve` may still be forced, how often it was, and where it was last.
 */
const progressSchema = z.lazy(() =>
  z.object({
    step: z.number(),
    calls: z.array(toolCallIdSchema),
    result: toolResultSchema.extend({ details: z.unknown() }).nullable(),
    forcesLeft: z.number(),
    forced: z.number(),
    forcedAt: z.object({ messageId: messageIdSchema, step: z.number() }).nullable(),
  }),
);

export type StagedFile = z.infer<typeof stagedFileSchema>;
export type StagedContent = z.infer<typeof contentSchema>;
export type Progress = z.infer<typeof progressSchema>;

/** A preview as it is stored; `toolCallId` is the first call that made it, where its card is shown. */
export type StoredAction = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  toolCallId: z.infer<typeof toolCallIdSchema>;
  content: StagedContent;
  shown: PendingAction;
  progress: Progress;
};

export type StoredOf<Kind extends PreviewKind> = StoredAction & {
  content: Extract<StagedContent, { type: Kind }>;
  shown: PendingAction & { preview: PreviewOf<Kind> };
};

export type StoredEdit = StoredOf<'edit'>;
export type StoredPlan = StoredOf<'plan'>;
export type StoredCustom = StoredOf<'custom'>;

export const isStoredEdit = (action: StoredAction): action is StoredEdit => isStoredAs(action, 'edit');
export const isStoredPlan = (action: StoredAction): action is StoredPlan => isStoredAs(action, 'plan');

/** Throws where the preview or its content is of another kind. */
export function storedAs<Kind extends PreviewKind>(action: StoredAction, kind: Kind): StoredOf<Kind> {
  if (isStoredAs(action, kind)) return action;
  throw new Error(
    `This is no ${kind}, but a ${action.content.type} shown as a ${action.shown.preview.type}.`,
  );
}

function isStoredAs<Kind extends PreviewKind>(action: StoredAction, kind: Kind): action is StoredOf<Kind> {
  return action.content.type === kind && action.shown.preview.type === kind;
}

export const actionRowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    message_id: messageIdSchema,
    tool_call_id: toolCallIdSchema,
    content: jsonColumn(contentSchema),
    shown: jsonColumn(pendingActionSchema),
    progress: jsonColumn(progressSchema),
  }),
);

const askedSchema = z.lazy(() => z.object({ presence: presenceSchema.nullable() }));
type Asked = z.infer<typeof askedSchema>;

/** Leaves out the previews of outside askers and of the person, which are not the chat agent's. */
const own = 'AND messages.outside = 0';

/** Leaves out those of outside askers. */
const ofChat = `AND json_extract(shown, '$.asker') IS NULL`;

const inChat = `SELECT pending_actions.* FROM pending_actions JOIN messages ON messages.id = message_id
  WHERE pending_actions.workspace_id = ? AND replaced_by IS NULL`;

type NewApart = CallKey & { toolName: string; at: number };

export type ActionStore = ReturnType<typeof createActionStore>;

/** Every preview there was; those of messages in other branches are kept but not listed. */
export function createActionStore({ durable }: Database) {
  const one = durable.prepare(`${inChat} AND pending_actions.id = ?`);
  const all = durable.prepare(`${inChat} ${own} ORDER BY pending_actions.rowid`);
  const pending = durable.prepare(`${inChat} ${own} AND pending = 1 ORDER BY pending_actions.rowid`);
  const waiting = durable.prepare(
    `SELECT pending_actions.* FROM pending_actions JOIN messages ON messages.id = message_id
     WHERE pending = 1 AND replaced_by IS NULL ${ofChat} ORDER BY pending_actions.rowid`,
  );
  const ofMessage = durable.prepare(
    `SELECT pending_actions.*, presence FROM pending_actions
     LEFT JOIN outside_calls USING (workspace_id, tool_call_id) WHERE message_id = ? ORDER BY pending_actions.rowid`,
  );
  const write = durable.prepare(
    `INSERT INTO pending_actions (workspace_id, id, message_id, tool_call_id, pending, content, shown, progress)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace_id, id) DO UPDATE SET
     pending = excluded.pending, content = excluded.content, shown = excluded.shown, progress = excluded.progress`,
  );

  const save = ({ workspaceId, messageId, toolCallId, content, shown, progress }: StoredAction) => {
    const texts = [content, shown, progress].map((value) => JSON.stringify(value));
    const isPending = Number(shown.state.type !== 'ended');
    write.run(workspaceId, shown.id, messageId, toolCallId, isPending, ...texts);
  };

  return {
    ...apartPreviews(durable, save),
    /** Ended or not. */
    get(workspaceId: WorkspaceId, id: ActionId): StoredAction | undefined {
      const row = one.get(workspaceId, id);
      return row === undefined ? undefined : toAction(row);
    },
    /** Returns those of a chat's agent that have not ended, oldest first. */
    pending: (workspaceId: WorkspaceId): StoredAction[] => pending.all(workspaceId).map(toAction),
    /** Returns those of every chat that have not ended, of its agent or of the person, oldest first. */
    waiting: (): StoredAction[] => waiting.all().map(toAction),
    /** Returns all of a chat's agent, oldest first. */
    all: (workspaceId: WorkspaceId): StoredAction[] => all.all(workspaceId).map(toAction),
    /** Returns those of a message, with the presence of the outside asker of each. */
    ofMessage: (messageId: MessageId): (StoredAction & Asked)[] =>
      ofMessage.all(messageId).map((row) => ({ ...toAction(row), ...askedSchema.parse(row) })),
    /** Stores a preview and what `alsoStore` writes in one transaction; on the disk on return. */
    save(action: StoredAction, alsoStore?: () => void): void {
      if (alsoStore === undefined) return save(action);
      inTransaction(durable, () => {
        save(action);
        alsoStore();
      });
    },
  };
}

/** Those with which the chat's agent has nothing to do, each in a message of its own. */
function apartPreviews(durable: Database['durable'], save: (action: StoredAction) => void) {
  const apart = durable.prepare(
    `SELECT pending_actions.* FROM pending_actions JOIN messages ON messages.id = message_id WHERE messages.outside = 1
       AND (pending = 1 OR json_extract(shown, '$.state.undoing') OR json_extract(shown, '$.state.redoing'))
     ORDER BY pending_actions.rowid`,
  );
  const broughtBack = durable.prepare(
    `${inChat} AND messages.outside = 1 AND json_extract(shown, '$.preview.broughtBack') IS NOT NULL
     ORDER BY pending_actions.rowid`,
  );
  const insertMessage = durable.prepare(
    `INSERT INTO messages (workspace_id, role, outside, complete_steps, created_at)
     VALUES (?, 'agent', 1, 1, ?) RETURNING id`,
  );
  const insertPart = durable.prepare(
    `INSERT INTO parts (message_id, position, step, type, kind, tool_call_id, tool_name, input)
     VALUES (?, 0, 0, 'tool', 'preview', ?, ?, 'null')`,
  );
  return {
    /** Returns those of every chat that have not ended, or are being undone, oldest first. */
    apart: (): StoredAction[] => apart.all().map(toAction),
    /** Returns all by which the person brings back what a chat has changed in its worktree, oldest first. */
    broughtBack: (workspaceId: WorkspaceId): StoredEdit[] =>
      broughtBack.all(workspaceId).map(toAction).filter(isStoredEdit),
    /** Stores one of the person with its message and its call, in one transaction; on the disk on return. */
    openApart: (
      { workspaceId, toolCallId, toolName, at }: NewApart,
      actionIn: (messageId: MessageId) => StoredAction,
    ): StoredAction =>
      inTransaction(durable, () => {
        const messageId = messageIdSchema.parse(insertMessage.get(workspaceId, at)?.['id']);
        insertPart.run(messageId, toolCallId, toolName);
        const action = actionIn(messageId);
        save(action);
        return action;
      }),
  };
}

function toAction(row: unknown): StoredAction {
  const { workspace_id, message_id, tool_call_id, ...rest } = actionRowSchema.parse(row);
  return { workspaceId: workspace_id, messageId: message_id, toolCallId: tool_call_id, ...rest };
}
