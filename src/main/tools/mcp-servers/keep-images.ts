import { attachmentIdSchema, type ImageAttachment } from '../../../shared/transcript/attachment.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { SentImage } from '../../mcp-servers/call-result.ts';
import type { AttachmentStore } from '../../storage/attachment-store.ts';

/** The images of a result that are kept, and a line for the model about each that is not. */
export type KeptImages = { kept: ImageAttachment[]; problems: string[] };

/**
 * Returns what keeps the images of a result with the message of its call. What is no whole image is left out, and
 * why is said to the model.
 */
export function keepImages({ store, newId }: { store: AttachmentStore; newId: () => string }) {
  return async (
    { workspaceId, messageId }: ToolContext,
    images: readonly SentImage[],
  ): Promise<KeptImages> => {
    const { examineFile } = await import('../../chat/examine-file.ts');
    const kept: ImageAttachment[] = [];
    const problems: string[] = [];
    for (const [index, { data }] of images.entries()) {
      const name = `Image ${index + 1}`;
      const examined = examineFile(attachmentIdSchema.parse(newId()), name, data);
      if (!examined.ok || examined.attachment.kind !== 'image') {
        problems.push(`[${name} is left out: it is damaged, too large, or no image that can be shown]`);
        continue;
      }
      store.addTo(messageId, workspaceId, examined.attachment, data);
      kept.push(examined.attachment);
    }
    return { kept, problems };
  };
}
