import { z } from 'zod';

/** A workspace: a folder and one chat about it. */
export const workspaceIdSchema = z.string().min(1).max(200).brand<'WorkspaceId'>();
export type WorkspaceId = z.infer<typeof workspaceIdSchema>;

/** A tool call, as the provider named it; unique within its workspace. */
export const toolCallIdSchema = z.string().min(1).max(200).brand<'ToolCallId'>();
export type ToolCallId = z.infer<typeof toolCallIdSchema>;

/** A tool call, in any workspace. */
export type CallKey = { workspaceId: WorkspaceId; toolCallId: ToolCallId };

/** Returns a key for a tool call that is unique across workspaces. */
export function toolCallKey(call: CallKey): string {
  return JSON.stringify([call.workspaceId, call.toolCallId]);
}

/** Later messages of a workspace have greater ids. */
export const messageIdSchema = z.number().int().positive().brand<'MessageId'>();
export type MessageId = z.infer<typeof messageIdSchema>;

/** A tool call, with the message that it is a part of. */
export type MessageCall = CallKey & { messageId: MessageId };

export const actionIdSchema = z.string().min(1).max(100).brand<'ActionId'>();
export type ActionId = z.infer<typeof actionIdSchema>;

export const permissionIdSchema = z.string().min(1).max(100).brand<'PermissionId'>();
export type PermissionId = z.infer<typeof permissionIdSchema>;

export const ruleIdSchema = z.string().min(1).max(100).brand<'RuleId'>();
export type RuleId = z.infer<typeof ruleIdSchema>;

export const formIdSchema = z.string().min(1).max(100).brand<'FormId'>();
export type FormId = z.infer<typeof formIdSchema>;
