import { z } from 'zod';

/** Names one workspace: a folder and one chat about it. */
export const workspaceIdSchema = z.string().min(1).max(200).brand<'WorkspaceId'>();
export type WorkspaceId = z.infer<typeof workspaceIdSchema>;

/** Names one tool call of a model, as the provider named it; unique within its workspace. */
export const toolCallIdSchema = z.string().min(1).max(200).brand<'ToolCallId'>();
export type ToolCallId = z.infer<typeof toolCallIdSchema>;

/** The key of a tool call among those of all workspaces. */
export function toolCallKey(call: { workspaceId: WorkspaceId; toolCallId: ToolCallId }): string {
  return JSON.stringify([call.workspaceId, call.toolCallId]);
}

/** Names one message; a later message of a workspace has the greater id. */
export const messageIdSchema = z.number().int().positive().brand<'MessageId'>();
export type MessageId = z.infer<typeof messageIdSchema>;

/** Names one staged change. */
export const actionIdSchema = z.string().min(1).max(100).brand<'ActionId'>();
export type ActionId = z.infer<typeof actionIdSchema>;

/** Names one request for permission. */
export const permissionIdSchema = z.string().min(1).max(100).brand<'PermissionId'>();
export type PermissionId = z.infer<typeof permissionIdSchema>;

/** Names one standing answer of the person. */
export const ruleIdSchema = z.string().min(1).max(100).brand<'RuleId'>();
export type RuleId = z.infer<typeof ruleIdSchema>;

/** Names one form or link that an agent or a server asks with. */
export const formIdSchema = z.string().min(1).max(100).brand<'FormId'>();
export type FormId = z.infer<typeof formIdSchema>;
