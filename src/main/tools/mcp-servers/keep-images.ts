import { attachmentIdSchema } from '../../../shared/transcript/attachment.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import { examineFile } from '../../chat/examine-file.ts';
import type { SentImage } from '../../mcp-servers/call-result.ts';
import type { AttachmentStore } from '../../storage/attachment-store.ts';

/** Returns what keeps the images of a result with the message of its call; one that is no image is left out. */
export function keepImages({ store, newId }: { store: AttachmentStore; newId: () => string }) {
  return ({ workspaceId, messageId }: ToolContext, images: readonly SentImage[]) =>
    images.flatMap(({ data }, index) => {
      const id = attachmentIdSchema.parse(newId());
      const examined = examineFile(id, `Image ${index + 1}`, data);
      if (!examined.ok || examined.attachment.kind !== 'image') return [];
      store.addTo(messageId, workspaceId, examined.attachment, data);
      return [examined.attachment];
    });
}
