import type { Context, Router } from '@orpc/server';
import type { ParleyContract } from '../../shared/contract/contract.ts';
import type { Calls } from './calls.ts';
import { readingCalls, workspaceCalls } from './workspace-calls.ts';
import { agentOptionCalls } from './agent-option-calls.ts';
import { commandCalls } from './command-calls.ts';
import { formCalls } from './form-calls.ts';
import { attachmentCalls, messageCalls } from './message-calls.ts';
import { permissionCalls } from './permission-calls.ts';
import { previewCalls } from './preview-calls.ts';
import { questionCalls } from './question-calls.ts';
import { folderTrustCalls } from './trust-calls.ts';

type Parts<Area extends (calls: Calls, parts: never) => unknown> = Parameters<Area>[1];

type ChatCallParts = Parts<typeof workspaceCalls> &
  Parts<typeof readingCalls> &
  Parts<typeof messageCalls> &
  Parts<typeof attachmentCalls> &
  Parts<typeof previewCalls> &
  Parts<typeof commandCalls> &
  Parts<typeof permissionCalls> &
  Parts<typeof folderTrustCalls> &
  Parts<typeof formCalls> &
  Parts<typeof agentOptionCalls> &
  Parts<typeof questionCalls>;

/** All calls about one chat. */
export function chatCalls(calls: Calls, parts: ChatCallParts): Router<ParleyContract['workspace'], Context> {
  return {
    ...workspaceCalls(calls, parts),
    ...readingCalls(calls, parts),
    ...messageCalls(calls, parts),
    ...attachmentCalls(calls, parts),
    ...previewCalls(calls, parts),
    ...commandCalls(calls, parts),
    ...permissionCalls(calls, parts),
    ...folderTrustCalls(calls, parts),
    ...formCalls(calls, parts),
    ...agentOptionCalls(calls, parts),
    ...questionCalls(calls, parts),
  };
}
