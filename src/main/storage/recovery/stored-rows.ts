import { z } from 'zod';
import { dialectIds } from '../../../shared/dialects/registry.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { draftSchema } from '../../../shared/questions/draft.ts';
import { previewDraftSchema } from '../../../shared/previews/preview-draft.ts';
import { attachmentSchema } from '../../../shared/transcript/attachment.ts';
import { presenceSchema } from '../../../shared/transcript/transcript.ts';
import { actionRowSchema } from '../action-store.ts';
import { askRowSchema } from '../ask-store.ts';
import { ledgerRowSchema } from '../ledger-store.ts';
import { messageRowSchema } from '../message-store.ts';
import { partRowSchema } from '../part-store.ts';
import { steeringRowSchema } from '../steering-store.ts';
import { workspaceRowSchema } from '../workspace-store.ts';

const asJson = (schema: z.ZodType) => z.string().transform((text) => schema.parse(JSON.parse(text)));

const draftRowSchema = z.object({ workspace_id: workspaceIdSchema, subject: z.string(), body: z.string() });

/** The subject of a draft says how its text is to be read. */
const draftSchemas: Record<string, z.ZodType> = {
  ask: asJson(draftSchema),
  preview: asJson(previewDraftSchema),
};

/** A row of each table as the stores read it; the columns that they compute are left out. */
const rowSchemas: Record<string, z.ZodType> = {
  workspaces: workspaceRowSchema.omit({
    waiting: true,
    waiting_for: true,
    outside_asker: true,
    outside_asks: true,
    first_message: true,
    plan: true,
  }),
  messages: messageRowSchema.extend({ workspace_id: workspaceIdSchema }),
  parts: z.intersection(z.object({ message_id: messageIdSchema }), partRowSchema),
  asks: askRowSchema.omit({ presence: true }),
  pending_actions: actionRowSchema,
  outside_calls: z.object({
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    tool: z.enum([...dialectIds, 'review_plan']),
    presence: presenceSchema,
  }),
  steering: steeringRowSchema.extend({
    workspace_id: workspaceIdSchema,
    message_id: messageIdSchema.nullable(),
    step: z.number().nullable(),
  }),
  attachments: z.object({ workspace_id: workspaceIdSchema, about: asJson(attachmentSchema) }),
  drafts: draftRowSchema.refine(
    ({ subject, body }) => draftSchemas[subject.split(':')[0] ?? '']?.safeParse(body).success ?? true,
  ),
  settings: z.object({ name: z.string(), value: asJson(z.unknown()) }),
  ledger: z.preprocess((row) => Object.assign({ tool_call_id: null }, row), ledgerRowSchema),
};

/** True when this version of Parley could have stored the row. */
export function isValidRow(table: string, row: Record<string, unknown>): boolean {
  try {
    return rowSchemas[table]?.safeParse(row).success ?? true;
  } catch {
    // A column of JSON that is none.
    return false;
  }
}
