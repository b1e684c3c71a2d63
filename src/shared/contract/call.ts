import { oc } from '@orpc/contract';
import { z } from 'zod';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { failures } from './failures.ts';

/** A call; each can end in `storage-failed`. */
export const call = oc.errors({ 'storage-failed': failures['storage-failed'] });
/** A call about a chat that must be on the list. */
export const inChat = call.errors({ 'no-such-workspace': failures['no-such-workspace'] });
export const inWorkspace = { workspaceId: workspaceIdSchema };
/** The key of a tool call in a chat. */
export const ofToolCall = { ...inWorkspace, toolCallId: toolCallIdSchema };

/** A sender's name of a call, so that the same call sent again is known. */
export const callKey = z.string().min(1).max(100);
