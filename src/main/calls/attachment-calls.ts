import { ORPCError } from '@orpc/server';
import { failures } from '../../shared/contract/failures.ts';
import type { Attachments } from '../chat/attachments.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { requireWorkspace } from './known-workspace.ts';

export type AttachmentCallParts = { workspaces: Workspaces; attachments: Attachments };

/** Files that go with messages. */
export function attachmentCalls(calls: Calls, { workspaces, attachments }: AttachmentCallParts) {
  const { workspace } = calls;
  return {
    attach: workspace.attach.handler(({ input: { workspaceId, ...file } }) => {
      requireWorkspace(workspaces, workspaceId);
      const examined = attachments.attach(workspaceId, file);
      if (examined.ok) return examined.attachment;
      const { problem } = examined;
      const { status } = failures['attachment-refused'];
      throw new ORPCError('attachment-refused', { status, message: problem, data: { problem } });
    }),
    detach: workspace.detach.handler(({ input: { workspaceId, attachmentId } }) =>
      attachments.detach(workspaceId, attachmentId),
    ),
    readAttachment: workspace.readAttachment.handler(({ input: { workspaceId, attachmentId } }) => {
      const found = attachments.read(workspaceId, attachmentId);
      if (found !== undefined) return found;
      throw new ORPCError('attachment-missing', failures['attachment-missing']);
    }),
  };
}
