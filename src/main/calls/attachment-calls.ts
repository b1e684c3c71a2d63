import type { Attachments } from '../chat/attachments.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

export type AttachmentCallParts = { workspaces: Workspaces; attachments: Attachments };

/** Files that go with messages. */
export function attachmentCalls(calls: Calls, { workspaces, attachments }: AttachmentCallParts) {
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  return {
    attach: workspace.attach.use(known).handler(({ input: { workspaceId, ...file }, errors }) => {
      const examined = attachments.attach(workspaceId, file);
      if (examined.ok) return examined.attachment;
      const { problem } = examined;
      throw errors['attachment-refused']({ message: problem, data: { problem } });
    }),
    detach: workspace.detach.handler(({ input: { workspaceId, attachmentId } }) =>
      attachments.detach(workspaceId, attachmentId),
    ),
    readAttachment: workspace.readAttachment.handler(({ input: { workspaceId, attachmentId }, errors }) => {
      const found = attachments.read(workspaceId, attachmentId);
      if (found !== undefined) return found;
      throw errors['attachment-missing']();
    }),
  };
}
