import { z } from 'zod';
import {
  type MessageId,
  messageIdSchema,
  permissionIdSchema,
  type ToolCallId,
  toolCallIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import {
  type Permission,
  permissionChoiceSchema,
  permissionResultSchema,
  permissionSettlementSchema,
  permissionSubjectSchema,
} from '../../shared/permissions/permission.ts';
import { jsonColumn, nullableJsonColumn } from './json-column.ts';

export const permissionRowSchema = z.lazy(() =>
  z.object({
    id: permissionIdSchema,
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    message_id: messageIdSchema,
    asker: z.string(),
    folder: z.string(),
    subject: jsonColumn(permissionSubjectSchema),
    reason: z.string().nullable(),
    choices: jsonColumn(z.array(permissionChoiceSchema)),
    opened_at: z.number(),
    settlement: nullableJsonColumn(permissionSettlementSchema),
    begun_at: z.number().nullable(),
    result: nullableJsonColumn(permissionResultSchema),
  }),
);

/** A permission with its place; `begun` once what it allows has begun. */
export type StoredPermission = {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  messageId: MessageId;
  begun: boolean;
  shown: Permission;
};

export type NewPermission = Pick<StoredPermission, 'workspaceId' | 'toolCallId' | 'messageId'> & {
  shown: Omit<Permission, 'settlement' | 'result' | 'draft'>;
};
