import { z } from 'zod';
import {
  type CallKey,
  type FormId,
  formIdSchema,
  type MessageId,
  messageIdSchema,
  toolCallIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import {
  type Form,
  type FormDraft,
  formDraftSchema,
  formSchema,
  type FormSettlement,
  formSettlementSchema,
  formSubjectSchema,
} from '../../shared/forms/form.ts';
import { type Database, inTransaction, jsonColumn, nullableJsonColumn } from './database.ts';
import type { DraftStore } from './draft-store.ts';

export const formRowSchema = z.lazy(() =>
  z.object({
    id: formIdSchema,
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    message_id: messageIdSchema,
    agent: z.string(),
    server: z.string().nullable(),
    message: z.string(),
    subject: jsonColumn(formSubjectSchema),
    opened_at: z.number(),
    settlement: nullableJsonColumn(formSettlementSchema),
    finished: formSchema.shape.finished,
  }),
);

export type StoredForm = CallKey & { messageId: MessageId; shown: Form };

export type NewForm = CallKey & {
  messageId: MessageId;
  shown: Pick<Form, 'id' | 'asker' | 'message' | 'subject' | 'openedAt'>;
};

const settleLeft = `UPDATE forms SET settlement = ? WHERE workspace_id = ? AND settlement IS NULL AND EXISTS (
       SELECT 1 FROM parts WHERE parts.message_id = forms.message_id
         AND parts.tool_call_id = forms.tool_call_id AND parts.result IS NOT NULL)`;

export type FormStore = ReturnType<typeof createFormStore>;

/** Every form and link there was, pending and settled. Secrets are never stored. */
export function createFormStore({ durable }: Database, drafts: DraftStore) {
  const ofCall = durable.prepare(
    'SELECT * FROM forms WHERE workspace_id = ? AND tool_call_id = ? ORDER BY rowid',
  );
  const ofMessage = durable.prepare('SELECT * FROM forms WHERE message_id = ? ORDER BY rowid');
  const insert = durable.prepare(
    `INSERT INTO forms (id, workspace_id, tool_call_id, message_id, agent, server, message, subject, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const settle = durable.prepare('UPDATE forms SET settlement = ? WHERE id = ? AND settlement IS NULL');
  const finish = durable.prepare('UPDATE forms SET finished = ? WHERE id = ? AND finished IS NULL');
  const settleLeftOpen = durable.prepare(settleLeft);

  const open = ({ workspaceId, toolCallId, messageId, shown }: NewForm) => {
    const { id, asker, message, subject, openedAt } = shown;
    const place = [id, workspaceId, toolCallId, messageId] as const;
    insert.run(...place, asker.agent, asker.server ?? null, message, JSON.stringify(subject), openedAt);
  };
  const end = (id: FormId, settlement: FormSettlement) => settle.run(JSON.stringify(settlement), id);

  const toForm = (row: unknown): StoredForm => {
    const { workspace_id: workspaceId, ...stored } = formRowSchema.parse(row);
    const { id, tool_call_id, message_id, agent, server, opened_at, ...rest } = stored;
    const isSent = rest.settlement?.outcome.type === 'accepted';
    const body = isSent ? undefined : drafts.read(workspaceId, subjectOfDraft(id));
    const draft = body === undefined ? {} : { draft: formDraftSchema.parse(JSON.parse(body)) };
    const asker = { agent, ...(server === null ? {} : { server }) };
    const shown = { id, asker, ...rest, openedAt: opened_at, ...draft };
    return { workspaceId, toolCallId: tool_call_id, messageId: message_id, shown };
  };

  return {
    /** Does nothing for a form that is stored already, from before a restart. */
    open,
    /** On the disk when it returns; the first settlement stays. */
    settle: (id: FormId, settlement: FormSettlement): void => void end(id, settlement),
    /** Opens and settles a form that nobody was asked, in one transaction. */
    record(form: NewForm, settlement: FormSettlement): void {
      inTransaction(durable, () => {
        open(form);
        end(form.shown.id, settlement);
      });
    },
    /** Stores who reported as done what the link was for; the first one stays. */
    finish: (id: FormId, by: NonNullable<Form['finished']>): void => void finish.run(by, id),
    /** Oldest first. */
    ofCall: ({ workspaceId, toolCallId }: CallKey): StoredForm[] =>
      ofCall.all(workspaceId, toolCallId).map(toForm),
    ofMessage: (messageId: MessageId): StoredForm[] => ofMessage.all(messageId).map(toForm),
    /** Settles the forms that a failure left pending although their calls have results. */
    settleLeftOpen(workspaceId: WorkspaceId, settlement: FormSettlement): void {
      settleLeftOpen.run(JSON.stringify(settlement), workspaceId);
    },
    /** The entries must not contain secrets. */
    saveDraft(workspaceId: WorkspaceId, id: FormId, draft: FormDraft): void {
      drafts.save(workspaceId, subjectOfDraft(id), draft.length === 0 ? '' : JSON.stringify(draft));
    },
  };
}

function subjectOfDraft(id: FormId): string {
  return `form:${id}`;
}
